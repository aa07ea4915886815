// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/hosts_of_ranks.hpp>
#include <cardon/kit/text_file.hpp>
#include <cardon/services/step_service.hpp>
#include <cardon/thorn/parameter.hpp>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "chip.hpp"
#include "chip_control.hpp"
#include "row_relay.hpp"
#include "thermal_record.hpp"

namespace cardon {

/// Reads the temperatures of the processors every few seconds, and may lower the frequencies of
/// those that are too hot. The lowest rank of each host does it for its host between two of its own
/// steps, and each rank for a chip of its own where chips are simulated; no rank waits for another.
/// What becomes slower is left to balancing and tuning, which measure it.
class Thermal final : public StepService {
 public:
  static inline const Parameter control{
      "control", "none",
      "none; watch: record temperatures; limit: also slow down chips above thermal.limit",
      one_of("none", "watch", "limit")};
  static inline const Parameter limit{"limit", 80.0,
                                      "Temperature above which a chip is slowed down, in "
                                      "degrees Celsius",
                                      positive};
  static inline const Parameter every{"every", 5.0, "Wall time between two readings", positive,
                                      unit("s")};
  static inline const Parameter sysfs{"sysfs", "/sys",
                                      "Folder in which Linux provides sensors and frequencies"};
  static inline const Parameter source{
      "chip", "measured",
      "measured; simulated: each rank has a simulated chip; auto: simulated on hosts without "
      "sensors",
      one_of("measured", "simulated", "auto")};
  static inline const Parameter<List<Real>> resistances{
      "resistances",
      {},
      "Thermal resistances of simulated chips, by rank, in K/W (those beyond the list: 0.7)",
      positive};
  static inline const Parameter room{"room", 23.0,
                                     "Temperature around simulated chips, in degrees Celsius"};
  static inline const Parameter time_constant{
      "time_constant", 15.0, "Time in which simulated chips approach a temperature", positive,
      unit("s")};

  /// Throws Error thermal/no-sensor, thermal/no-frequency or thermal/no-emulation on all ranks.
  void open(const StepSetup& setup) override;
  void record_in(const std::filesystem::path& run_folder) override { folder_ = run_folder; }
  StepOrder after_step(const StepView& step) override;
  bool idle(const StepView&) const override {
    return chips_.empty() && !relay_ && transport_ == nullptr;
  }
  /// Gives back the frequencies, and sends what was recorded to rank 0, which writes it again, in
  /// order. Throws Error output/write-failed on all ranks.
  void conclude() override;
  StepReport report(double) override;

 private:
  struct Controlled {
    std::unique_ptr<Chip> chip;
    ChipControl control;
    ChipRecord record;
  };
  void find_chips(const StepSetup& setup);
  void open_sensors(const StepSetup& setup, bool needed);
  bool is_simulated(int rank) const;
  void simulate_chip(const StepSetup& setup);
  std::string words_on_simulated(bool everywhere) const;
  void add_chip(std::unique_ptr<Chip> chip);
  void gather_rows();
  void warn_of_limits(const StepSetup& setup);
  void warn_of_idle_settings(const StepSetup& setup);
  enum class Then { control, end };
  /// Returns the rows of the table.
  std::string read(double now, Then then);
  void write_now(const std::string& rows);

  Transport* transport_ = nullptr;
  int tag_ = 0;
  HostsOfRanks hosts_;
  ChipsOfRank own_;
  std::vector<int> simulated_;     // hosts without sensors, by number
  std::vector<Controlled> chips_;  // of this host, on its lowest rank only, or of this rank
  bool limits_ = false;
  double limit_ = 0, interval_ = 0, started_ = 0, due_ = 0;
  long iteration_ = 0;  // of the last step
  std::filesystem::path folder_;
  std::unique_ptr<RowRelay> relay_;  // rows of other hosts; null: there is one only
  TextFile file_;                    // on rank 0, with the first row
  enum class FileState { absent, open, failed } file_state_ = FileState::absent;
  std::vector<std::string> lines_;       // for the screen
  std::vector<nlohmann::json> reports_;  // of hosts, on rank 0
};

}  // namespace cardon
