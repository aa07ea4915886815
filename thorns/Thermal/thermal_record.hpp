// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

namespace cardon {

/// What was seen of one chip.
class ChipRecord {
 public:
  struct Reading {
    double seconds = 0;  ///< since the run began
    long iteration = 0;
    double hottest = 0;            ///< degC
    double limit = 0;              ///< Hz, until the next reading; 0: no limit can be set
    std::optional<double> energy;  ///< J since the run began
  };
  /// `highest`: Hz, the limit before the first reading.
  explicit ChipRecord(double highest) : highest_(highest) {}
  void add(const Reading& reading);
  void refused() { ++refused_; }  ///< a limit could not be set
  const std::vector<Reading>& readings() const { return readings_; }

  double hottest() const { return hottest_; }  ///< degC, of all readings; 0: there was none
  /// Mean of the limit over the time between readings, as a share of the highest; 1: never lowered.
  double mean_limit() const;
  int changes() const { return changes_; }  ///< of the limit
  int refusals() const { return refused_; }

 private:
  double highest_, hottest_ = 0, lowered_ = 0;  // lowered: integral of the missing share, s
  int changes_ = 0, refused_ = 0;
  std::vector<Reading> readings_;
};

/// The chips that a rank reads.
struct ChipsOfRank {
  std::string host, source;    ///< source: "measured" or "simulated"
  std::size_t first_chip = 0;  ///< number of the first one among those of the host
};

/// The first line of thermal.tsv, and that of a reading of one of these chips.
inline constexpr const char* thermal_header =
    "seconds\titeration\thost\tchip\ttemperature_celsius\tlimit_hertz\tenergy_joules\tsource\n";
std::string thermal_row(const ChipsOfRank& chips, std::size_t chip,
                        const ChipRecord::Reading& reading);
/// What a rank tells rank 0: its host, the rows of thermal.tsv and figures of its chips.
nlohmann::json report_of_rank(const ChipsOfRank& chips,
                              const std::vector<const ChipRecord*>& records);
/// Reports of ranks, in their order, as one for each host.
std::vector<nlohmann::json> reports_of_hosts(const std::vector<nlohmann::json>& ranks);
/// thermal.tsv of these hosts.
std::string thermal_table(const std::vector<nlohmann::json>& hosts);
/// For the screen, one line for each chip, the hottest ones where there are many.
std::vector<std::string> closing_lines(const std::vector<nlohmann::json>& hosts);
/// For summary.json: an array of hosts.
nlohmann::json thermal_summary(const std::vector<nlohmann::json>& hosts);

}  // namespace cardon
