// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/agreement.hpp>
#include <cardon/services/step_service.hpp>
#include <cardon/steering/placement_check.hpp>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "actuator.hpp"
#include "plug_in_tunlet.hpp"
#include "plug_ins.hpp"
#include "sensor_board.hpp"
#include "standing_tunlets.hpp"
#include "tunlet_answer.hpp"
#include "tunlet_record.hpp"
#include "tunlets_reader.hpp"

namespace cardon {

/// Reads sensors over windows of steps, has tunlets judge on rank 0, and lets their actuators fire
/// after a step that all ranks agree on.
class Tunlets final : public StepService, public PlacementCheck {
 public:
  /// Throws Error with what is wrong with sensors, actuators and rules.
  void open(const StepSetup& setup) override;
  std::vector<Problem> check_placement(const ParameterSet& parameters,
                                       const RankPlacement& placement) const override;
  void record_in(const std::filesystem::path& run_folder) override;
  StepOrder after_step(const StepView& step) override;
  bool idle(const StepView&) const override { return !active_; }
  std::string before_checkpoint(const StepView& step) override;
  /// Tunlets and sensors are switched.
  void steered(const SteeredRun& run) override;
  void conclude() override;
  StepReport report(double) override;

 private:
  void add_rules(const std::string& state);
  void switch_all();
  void switch_sensors();
  void record_decisions(const StepView& step);
  void start_at(long steps_taken);
  void end_window(const StepView& step);
  void report_window(long now);
  void arm(const TunletAnswer& answer);
  void fire(const StepView& step, StepOrder& order);
  bool change(const StepView& step);
  bool carry_out(const AuthoredAction& one, const std::string& words, const StepView& step);
  std::vector<std::string> words_of(const AuthoredAction& one, const std::string& words) const;
  void done(const AuthoredAction& one, const StepView& step, nlohmann::ordered_json what);
  void refused(const AuthoredAction& one, const std::string& why);
  void tell(const AuthoredAction& one, const std::string& refusal);
  template <class Work>
  void guarded(std::size_t tunlet, const Work& work);
  Agreement::Bytes judge(const Agreement::Reports& reports);
  TunletAnswer concluded();
  void end();
  TunletWindow window_of(const Agreement::Reports& reports) const;

  struct Pending {
    AuthoredAction action;
    std::string words;
  };

  struct Judged {
    long iteration, steps;
    std::vector<std::string> disabled;
  };

  bool active_ = false, leads_ = false, has_begun_ = false, has_ended_ = false;
  ParameterSteering* steering_ = nullptr;
  const ParameterSet* parameters_ = nullptr;
  Driver* driver_ = nullptr;
  Transport* transport_ = nullptr;
  long window_ = 0, lag_ = 0, first_ = 0, end_ = 0, act_ = 0, ended_ = 0, iteration_ = 0;
  Real time_ = 0;
  Judged judged_{};
  TunletPlan plan_;
  SensorBoard board_;
  std::deque<Actuator> actuators_;
  std::optional<Agreement> agreement_;
  std::vector<Pending> pending_;
  std::vector<std::string> lines_, disabled_, suspended_;
  std::deque<PlugInTunlet> own_;  // plug-ins, and rules
  StandingTunlets standing_, plug_ins_;
  std::optional<Error> thrown_;  // after a step that may have been rejected
  // Rank 0.
  std::vector<std::shared_ptr<Tunlet>> tunlets_;
  std::vector<std::string> names_;     // of tunlets, as in tunlets.run
  std::shared_ptr<RuleTunlet> rules_;  // one of them, or null
  std::optional<Error> failure_;       // of a tunlet; all ranks throw it after the next window
  std::optional<Error> late_failure_;  // at the end of a complete run
  TunletRecord record_;
};

}  // namespace cardon
