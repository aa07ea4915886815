// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/tuner.hpp>
#include <memory>
#include <optional>
#include <vector>

#include "change_watch.hpp"
#include "forecaster.hpp"
#include "judge.hpp"
#include "machine_fit.hpp"
#include "measurement_history.hpp"
#include "search_budget.hpp"
#include "trial_plan.hpp"
#include "window_length.hpp"

namespace cardon {

/// The tuning of one run: learns from every window, judges the change before it, and goes over to
/// the best forecast if that pays.
class ModelRun {
 public:
  ModelRun(const TunerSetup& setup, std::shared_ptr<const Forecaster> forecaster);

  Decision start();
  Decision decide(const TuningWindow& window);

  double spent() const { return search_budget_.spent(); }  ///< s that the search has cost

 private:
  struct Option {
    DriverSettings settings;
    double expected = 0;  ///< s per step
    bool measured = false;
    double price = 0;  ///< s for going over
  };
  MachineEstimate believable(const TuningWindow& window) const;
  void learn(const TuningWindow& window);
  void follow_cut(const TuningWindow& window);
  double forecast(const DriverSettings& settings) const;
  void judge_trial(const TuningWindow& window, Decision& decision);
  void undo_doubted(const TuningWindow& window, Decision& decision);
  void revert(const TuningWindow& window, Decision& decision);
  void go_back(const TuningWindow& window, const DriverSettings& to, double step,
               Decision& decision);
  double price(const TuningWindow& window, const DriverSettings& to) const;
  double avoidable(const TuningWindow& window) const;  ///< share of a step
  static bool is_plain(const DriverSettings& settings);
  bool may_defer(const TuningWindow& window) const;
  bool may_rest() const;
  void propose(const TuningWindow& window, Decision& decision);
  SearchSpace worthwhile(const TuningWindow& window) const;
  std::optional<Option> without_useless_codecs(const TuningWindow& window) const;
  std::vector<Option> options(const TuningWindow& window) const;  ///< the best first
  std::vector<Option> found_in(const SearchSpace& space, const TuningWindow& window) const;
  double whole(const TuningWindow& window, const Option& option) const;
  std::vector<Option> with_weights(const TuningWindow& window, const Candidate& found) const;
  long steps_with(const TuningWindow& window, const Option& option) const;
  double at_stake(const TuningWindow& window, const Option& option) const;
  bool pays(const TuningWindow& window, const Option& option) const;
  double usual_step(const TuningWindow& window) const;
  double needed_gain(const TuningWindow& window) const;
  double rest(const TuningWindow& window) const;
  void rest_on_it(const TuningWindow& window, Decision& decision);
  void finish(const TuningWindow& window, Decision& decision);
  long rarely(const TuningWindow& window, long steps) const;

  std::shared_ptr<const Forecaster> forecaster_;
  SearchSpace space_;
  DriverSettings start_;
  std::vector<LinkEnds> links_;
  bool verify_;
  MachineFit fit_;
  MeasurementHistory records_;
  ChangeWatch watch_;
  SearchBudget search_budget_;
  TrialPlan trials_;
  WindowLength length_;

  std::optional<Trial> trial_;
  std::optional<Trial> doubted_;  // the machine changed in the window that was to judge it
  double moving_ = 0;             // s that points should take in the change that was decided last
  std::optional<DriverSettings> before_;  // of the window before
  std::vector<DriverSettings> impossible_;
  bool mixed_ = false;                 // the last window is from before and after a change
  bool last_change_reverted_ = false;  // the last change was reverted: others need the budget
  std::string changed_;                // text of a change found in this window; empty: none
  int windows_ = 0, recent_ = 0;       // in all; since the last detected change
  int changes_ = 0;                    // since the last detected change
  int explored_ = 0;                   // of those, only to see
  int quiet_ = 0;                      // windows since nothing better is known
  int tempting_ = 0;                   // of those, the last ones in which something seemed better
};

}  // namespace cardon
