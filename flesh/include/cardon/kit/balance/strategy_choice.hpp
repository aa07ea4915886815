// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/balancing/balance_problem.hpp>
#include <cardon/kit/balance/balance_features.hpp>
#include <cardon/kit/balance/decision_forest.hpp>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace cardon {

/// Learned from scenarios of the simulator; `cardon balance --learn` makes it.
const DecisionForest& learned_forest();
/// Votes `kept` or `lost` on a plan by plan_features(); see kept_share(). Learned with the other.
const DecisionForest& learned_plans();
/// For learning: from 1 to 0, how much better a plan is in fact than it promised. Shares of the
/// time that it saves.
double kept_share(double promised, double saved);
/// The share of the time that a plan is expected to save, by a forest that learned kept_share():
/// the mean of what it promises and of what the forest expects, since either errs.
double expected_gain(const DecisionForest& plans, std::span<const double> features,
                     double promised);

/// The decision tree of H. Menon, dissertation, University of Illinois, 2016, section 7.1.4, which
/// gives its order but no numbers: thresholds are ours.
const DecisionForest& published_tree();

/// A strategy that a forest or tree chose.
struct StrategyChoice {
  std::string strategy = "none";  ///< name of a balancer
  double share = 0;               ///< of the votes
  std::string reasons;            ///< the features that speak most for it, with their values
};

/// Chooses by features from feature_values(): the strategies with most votes among those that are
/// available, at most `max_count`. If `none` has most votes, or no other one has any, it is the
/// only one. Of several ones, `refine` is the first, whatever its votes: it moves fewest blocks.
std::vector<StrategyChoice> choose_strategies(
    const DecisionForest& forest, const std::vector<double>& features, std::size_t max_count,
    const std::function<bool(std::string_view)>& is_available);

/// Decides how many of the chosen strategies plan: the first, and further ones until one is
/// expected to save most of what perfect balance would, as long as the plans together take a small
/// part of the time within the horizon.
class PlanRounds {
 public:
  /// What the rule needs to know of a problem.
  struct Facts {
    double blocks = 0,   ///< number of blocks
        ranks = 0;       ///< number of ranks
    double seconds = 0,  ///< of all steps within the horizon, as blocks are
        possible = 0;    ///< of them, what perfect balance would save
  };
  /// Returns the facts of a problem; `trust` is the share of predicted gains that is believed.
  static Facts facts_of(const BalanceProblem& problem, double trust);

  /// Begins before the first plan.
  explicit PlanRounds(const Facts& facts) : facts_(facts) {}
  /// Whether a further strategy is wanted at all.
  bool go_on() const;
  /// Whether there is time for a plan of this one.
  bool has_time_for(std::string_view strategy) const;
  /// It has planned; `saved`: s within the horizon that are expected, 0 if the plan was refused.
  void planned(std::string_view strategy, double saved);

 private:
  double plan_time(std::string_view strategy) const;
  Facts facts_;
  bool any_ = false;
  double saved_ = 0, spent_ = 0;
};

}  // namespace cardon
