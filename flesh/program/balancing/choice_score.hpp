// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/balance/decision_forest.hpp>
#include <cardon/kit/balance/strategy_choice.hpp>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "balancing/strategy_outcomes.hpp"

namespace cardon {

/// A scenario that all strategies have been tried on.
struct TriedScenario {
  std::string kind;
  PlanRounds::Facts facts;
  std::vector<double> features;
  std::vector<StrategyOutcome> outcomes;  ///< in the order of the balancers; `none` is one

  const StrategyOutcome& of(const std::string& strategy) const;
  /// The shortest time.
  double best_seconds() const;
};

/// Scenarios `first` to `first + count - 1` of a family and seed.
std::vector<TriedScenario> try_scenarios(ScenarioFamily family, unsigned seed, int first, int count,
                                         const NamedBalancers& balancers);

/// How good a way to choose is.
struct ChoiceScore {
  std::string name;
  double best = 0;  ///< share of scenarios in which the choice was the fastest, or within 1 % of it
  double exact = 0;  ///< share of scenarios in which nothing was faster
  double gain = 0;   ///< share of the possible saving that it had; relative to no balancing
  double worst = 0;  ///< longest time over the best one
};

/// How a forest or tree chooses.
struct ForestChoice {
  std::string name;
  const DecisionForest& strategies;
  const DecisionForest* plans = nullptr;  ///< that says what a plan is worth; null: its promise
  std::size_t max_plans = SIZE_MAX;       ///< strategies that plan
};

/// Of a forest, of `plans` (refine, greedy and hierarchical), and of each strategy alone. As in
/// runs, of several that plan (by the forest as PlanRounds says) that one is taken which promises
/// most, or of which most is expected, and all of them take their time.
ChoiceScore score_forest(const ForestChoice& choice, std::span<const TriedScenario> tried);
ChoiceScore score_plans(std::span<const TriedScenario> tried);
ChoiceScore score_fixed(const std::string& strategy, std::span<const TriedScenario> tried);

}  // namespace cardon
