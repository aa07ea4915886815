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

// s within the horizon that a plan promises, or that are expected of it; 0: it is refused.
double worth(const TriedScenario& one, const StrategyOutcome& plan, const DecisionForest* plans) {
  if (!plan.moved || plans == nullptr) return plan.moved ? plan.promised : 0;
  const double promised = plan.features[balance_features().size()];
  return std::max(0.0, expected_gain(*plans, plan.features, promised) * one.facts.seconds);
}

/// The plans of one scenario that are made one after the other, as Planners takes them.
class Round {
 public:
  Round(const TriedScenario& scenario, const DecisionForest* plans)
      : scenario_(scenario), plans_(plans), seconds_(scenario.of("none").seconds) {}

  /// Returns what it is worth.
  double plan(const std::string& strategy) {
    const StrategyOutcome& plan = scenario_.of(strategy);
    const double own = plan_seconds(strategy, scenario_.facts.blocks, scenario_.facts.ranks);
    const double saved = worth(scenario_, plan, plans_);
    planning_ += own;
    if (saved > best_) {
      best_ = saved;
      seconds_ = plan.seconds - own;
    }
    return saved;
  }
  double seconds() const { return seconds_ + planning_; }

 private:
  const TriedScenario& scenario_;
  const DecisionForest* plans_;
  double best_ = 0, seconds_, planning_ = 0;
};

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

ChoiceScore score_forest(const ForestChoice& choice, std::span<const TriedScenario> tried) {
  return score(choice.name, tried, [&](const TriedScenario& one) {
    Round round(one, choice.plans);
    PlanRounds rounds(one.facts);
    for (const StrategyChoice& next : choose_strategies(
             choice.strategies, one.features, choice.max_plans,
             [&](std::string_view strategy) { return find(one, strategy) != nullptr; })) {
      if (!rounds.go_on()) break;
      if (!rounds.has_time_for(next.strategy)) continue;
      rounds.planned(next.strategy, round.plan(next.strategy));
    }
    return round.seconds();
  });
}

ChoiceScore score_plans(std::span<const TriedScenario> tried) {
  return score("plans", tried, [](const TriedScenario& one) {
    Round round(one, nullptr);
    for (const char* strategy : {"refine", "greedy", "hierarchical"}) round.plan(strategy);
    return round.seconds();
  });
}

ChoiceScore score_fixed(const std::string& strategy, std::span<const TriedScenario> tried) {
  return score(strategy, tried, [&](const TriedScenario& one) { return one.of(strategy).seconds; });
}

}  // namespace cardon
