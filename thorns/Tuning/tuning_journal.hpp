// SPDX-License-Identifier: Apache-2.0
// What a tuner did and why: for people and for programs.
#pragma once
#include <algorithm>
#include <cardon/kit/text_file.hpp>
#include <cardon/thorn/error.hpp>
#include <cardon/tuning/decision.hpp>
#include <cardon/tuning/standing_tunlet.hpp>
#include <cardon/tuning/tuning_window.hpp>
#include <filesystem>
#include <functional>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "own_choices.hpp"
#include "search_cost.hpp"

namespace cardon {

/// What the search did, and what it cost in s of the rank that lost most.
struct TuningStatistics {
  long windows = 0, changes = 0, kept = 0, reverted = 0;
  SearchCost rank;          ///< of that rank; its parts are known once the run is over
  double so_far = 0;        ///< rank.total() at the end of the last window
  double lost_seconds = 0;  ///< in steps that were slower than with the settings before
  double cost() const { return std::max(so_far, rank.total()) + lost_seconds; }
};

/// Keeps tuning.tsv, decisions.jsonl and tuning.json of a run folder, and makes lines for the
/// screen. Lives on rank 0.
class TuningJournal {
 public:
  TuningJournal(std::string tuner, std::vector<LinkEnds> links);

  /// From now on files are written to the run folder; what came before is written now.
  void open(const std::filesystem::path& folder);
  /// A window, and what was decided after it.
  void add(const TuningWindow& window, const Decision& decision);
  /// What ranks have chosen for themselves until this step, by rank; before add().
  void add_own(long step, const std::vector<std::vector<OwnChain>>& ranks);
  /// The search ends before the run does.
  void abandon();
  /// Decisions that follow are those of this tuner.
  void decided_by(std::string tuner) { tuner_ = std::move(tuner); }
  /// At the end of the run.
  void close();
  /// The first file that could not be written, and how often that was so; none: all were.
  std::optional<Error> failure() const;
  /// The bill, after close(): by rank, and s that the run took with its calibration.
  void settle(const std::vector<SearchCost>& ranks, double run_seconds);

  const TuningStatistics& statistics() const { return statistics_; }
  /// Changes and their outcomes since the last call.
  std::vector<StandingDecision> take_decisions() { return std::exchange(decisions_, {}); }
  /// Lines for the screen since the last call.
  std::vector<std::string> take_lines();
  /// First settings against last, gain, and cost of the search; empty before the first window.
  std::string closing_sentence() const;
  /// The same for summary.json; null before the first window.
  nlohmann::json summary() const;

 private:
  struct Change {  // whose outcome is not known yet
    TuningWindow before;
    Decision decision;
    bool measured = false;  // a window had its settings
  };
  void begin_change(const TuningWindow& window, const Decision& decision);
  void judge(const TuningWindow& window, const Decision& decision);
  void charge_slow_steps(const TuningWindow& window);
  void record(const TuningWindow* after, const std::string& outcome);
  void keep_settings();
  std::string gain() const;
  void attempt(const std::function<void()>& work);
  void write(const std::string& name, const std::string& text);

  std::string tuner_;
  std::vector<LinkEnds> links_;
  std::filesystem::path folder_;
  std::map<std::string, std::string> waiting_;  // text by file, until there is a folder
  std::map<std::string, TextFile> files_;
  std::optional<Problem> failure_;  // the first one
  long failures_ = 0;
  std::vector<std::string> lines_;
  std::vector<StandingDecision> decisions_;
  TuningStatistics statistics_;
  OwnChoices own_;
  std::optional<Change> change_;
  std::optional<TuningWindow> first_;
  std::optional<TuningWindow> last_;          // whose settings were not undone
  std::optional<DriverSettings> unmeasured_;  // chosen by a search that ended before a window
  double total_ = 0;                          // s of the run
  double predicted_ = 0;                      // s per step for the coming window
  double slower_ = 0;                         // s per step since the change that is judged
  long charged_to_ = 0;                       // step up to which slower steps are charged
  double recorded_ = 0;                       // s of cost in decisions.jsonl
};

}  // namespace cardon
