// SPDX-License-Identifier: Apache-2.0
#include "balancing/choice_score.hpp"

#include <algorithm>
#include <cardon/kit/balance/strategy_choice.hpp>
#include <cardon/thorn/error.hpp>
#include <functional>

#include "balance/plan_seconds.hpp"

namespace cardon {
namespace {

constexpr double as_good = 1.01;  // times the best time

const StrategyOutcome* find(const TriedScenario& tried, std::string_view strategy) {
  for (const StrategyOutcome& outcome : tried.outcomes)
    if (outcome.strategy == strategy) return &outcome;
  return nullptr;
}

// As Planners takes it.
double seconds_of_best_plan(const TriedScenario& one, const std::vector<std::string>& strategies) {
  const auto own = [&](const std::string& name) {
    return plan_seconds(name, one.facts.blocks, one.facts.ranks);
  };
  const StrategyOutcome* taken = nullptr;
  double planning = 0;
  for (const std::string& name : strategies) {
    const StrategyOutcome& plan = one.of(name);
    planning += own(name);
    const bool better = taken == nullptr ||
                        (plan.moved == taken->moved ? plan.promised > taken->promised : plan.moved);
    if (better) taken = &plan;
  }
  return taken->seconds - own(taken->strategy) + planning;
}

ChoiceScore score(const std::string& name, std::span<const TriedScenario> tried,
                  const std::function<double(const TriedScenario&)>& seconds) {
  ChoiceScore result{.name = name};
  double saved = 0, possible = 0;
  for (const TriedScenario& one : tried) {
    const double time = seconds(one), best = one.best_seconds(), none = one.of("none").seconds;
    result.best += time <= as_good * best ? 1 : 0;
    result.exact += time <= best ? 1 : 0;
    result.worst = std::max(result.worst, time / best);
    saved += 1 - time / none;
    possible += 1 - best / none;
  }
  result.best /= double(tried.size());
  result.exact /= double(tried.size());
  result.gain = possible > 0 ? saved / possible : 1;
  return result;
}

}  // namespace

const StrategyOutcome& TriedScenario::of(const std::string& strategy) const {
  const StrategyOutcome* found = find(*this, strategy);
  if (found == nullptr) throw Bug("the strategy " + strategy + " was not tried");
  return *found;
}

double TriedScenario::best_seconds() const {
  double best = outcomes.at(0).seconds;
  for (const StrategyOutcome& outcome : outcomes) best = std::min(best, outcome.seconds);
  return best;
}

std::vector<TriedScenario> try_scenarios(ScenarioFamily family, unsigned seed, int first, int count,
                                         const NamedBalancers& balancers) {
  std::vector<TriedScenario> tried;
  for (int number = first; number < first + count; ++number) {
    const BalanceScenario scenario = draw_scenario(family, seed, number);
    const BalanceProblem& problem = scenario.problem;
    tried.push_back({.kind = scenario.kind,
                     .facts = PlanRounds::facts_of(problem, 1),
                     .features = feature_values(problem, scenario.change),
                     .outcomes = try_strategies(scenario, balancers)});
  }
  return tried;
}

ChoiceScore score_forest(const std::string& name, const DecisionForest& forest, std::size_t most,
                         std::span<const TriedScenario> tried) {
  return score(name, tried, [&](const TriedScenario& one) {
    std::vector<std::string> strategies;
    PlanRounds rounds(one.facts);
    for (const StrategyChoice& choice : choose_strategies(
             forest, one.features, most,
             [&](std::string_view strategy) { return find(one, strategy) != nullptr; })) {
      if (!rounds.go_on()) break;
      if (!rounds.has_time_for(choice.strategy)) continue;
      const StrategyOutcome& plan = one.of(choice.strategy);
      rounds.planned(choice.strategy, plan.moved ? plan.promised : 0);
      strategies.push_back(choice.strategy);
    }
    return seconds_of_best_plan(one, strategies);
  });
}

ChoiceScore score_plans(std::span<const TriedScenario> tried) {
  return score("plans", tried, [](const TriedScenario& one) {
    return seconds_of_best_plan(one, {"refine", "greedy", "hierarchical"});
  });
}

ChoiceScore score_fixed(const std::string& strategy, std::span<const TriedScenario> tried) {
  return score(strategy, tried, [&](const TriedScenario& one) { return one.of(strategy).seconds; });
}

}  // namespace cardon
