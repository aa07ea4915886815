// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <atomic>
#include <cardon/kit/agreement.hpp>
#include <cardon/services/driver.hpp>
#include <cardon/services/tunable.hpp>
#include <cardon/services/tuner.hpp>
#include <chrono>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "search_cost.hpp"
#include "settings_change.hpp"
#include "tuning_journal.hpp"

namespace cardon {

/// What the loop needs besides driver and transport.
struct TuningSetup {
  TunerSetup tuner;  ///< for Tuner::start
  std::string tuner_name;
  std::shared_ptr<Tuner> service;  ///< used on rank 0 only
  std::shared_ptr<const CostModel> model;
  int tag = 0;               ///< of messages: this one and the next are the loop's own
  long first_iteration = 0;  ///< before the first step that is tuned
  long last_iteration = 0;
};

/// Measures windows of a run, lets the tuner on rank 0 decide, and changes the settings of the
/// driver at the step that all ranks agreed on. Nobody stops for a decision: it is made on a thread
/// of its own and travels while the steps continue; ranks wait for it only if it is late.
class TuningLoop {
 public:
  /// After Driver::setup; `tunable` is of the driver. Collective.
  TuningLoop(TuningSetup setup, Driver& driver, Tunable& tunable, Transport& transport);
  TuningLoop(const TuningLoop&) = delete;
  TuningLoop& operator=(const TuningLoop&) = delete;

  /// After every step. `evolution`: s that steps took so far on this rank, outputs not counted.
  /// True: a decision is due after this step, see carry_out().
  bool after_step(long iteration, double evolution);
  /// Reads the decision that is due, and applies it. True if the settings have changed: the driver
  /// has new links, and planning starts again after this step.
  bool carry_out();
  /// Whether no decision is to come any more before the run ends.
  bool over() const { return order_.effective_step > last_iteration_; }
  /// The run ends at another iteration, as is known before after_step(next). If the search was over
  /// and is not any more, it begins with another window. On all ranks the same.
  void change_last(long last, long next);
  /// Ends the search after a step, on all ranks the same; what was decided meanwhile is dropped.
  void abandon();
  /// Goes on with the records and the account of one that was abandoned.
  void succeed(TuningLoop& earlier);
  /// After the last step, or when a run is stopped on all ranks at the same step.
  void close();
  /// Those of the driver now.
  const DriverSettings& settings() const { return tunable_.settings(); }
  /// Of this rank, so far.
  const SearchCost& cost() const { return cost_; }

  /// On rank 0, else null.
  TuningJournal* journal() { return journal_.get(); }

 private:
  struct Conclusion {  // of the tuner's thread
    TuningWindow window;
    Decision decision;
    std::vector<std::vector<OwnChain>> own;  // by rank
    double thought = 0;                      // s of processor time
    double ready = 0;                        // when
  };
  struct Stand {              // of the run after a step
    double evolution = 0;     // s
    double steps_behind = 0;  // as in SensorReadings
    Timings timings;
  };
  Stand stand_after(double evolution);
  SensorReadings read_sensors();
  void begin_window(Stand stand);
  void note_part(long iteration, double evolution);
  void end_window(double evolution);
  bool change();
  template <class Work>
  double seconds_beside_computing(const Work& work) const;
  // Rank 0.
  std::optional<Agreement::Bytes> answer(const Agreement::Reports& reports, bool wait);
  Conclusion conclude(const Agreement::Reports& reports, DriverSettings settings,
                      const Decomposition& decomposition) const;
  Decision measure_again(const TuningWindow& window) const;
  SettingsChange order_after(const Conclusion& conclusion);
  SettingsChange next_order(const Decision& decision, bool changed, double step, double lag) const;

  TuningSetup setup_;
  std::atomic<long> last_iteration_;  // read by the tuner's thread, too
  Driver& driver_;
  Tunable& tunable_;
  Agreement agreement_;
  SettingsChange order_;
  std::unique_ptr<TuningJournal> journal_;

  // The running window.
  bool measuring_ = false;
  double part_began_ = 0;
  std::vector<double> speeds_;  // of the settings when it began
  Stand begin_;
  RankWindow window_;
  std::vector<OwnChain> own_;  // since the window before
  double change_seconds_ = 0;  // of the change before it
  long iteration_ = 0;         // after which a decision is due
  Stand stand_;                // by then
  SearchCost cost_;

  // Rank 0.
  std::future<Conclusion> thinking_;
  double ended_ = 0;                // when this rank's last window did
  std::vector<CodecNames> trials_;  // running
  double first_step_ = 0;
};

}  // namespace cardon
