// SPDX-License-Identifier: Apache-2.0
#include "balancing/strategy_outcomes.hpp"

#include <cardon/kit/balance/plan_judge.hpp>

#include "balance/plan_seconds.hpp"

namespace cardon {
namespace {

// Steps from the middle of a window to the migration: half a window, and a quarter for the plan.
constexpr double lag = 15;
constexpr int samples = 5;  // of the loads within the horizon

double seconds_of_steps(const BalanceScenario& scenario, const Placement& placement) {
  BalanceProblem later = scenario.problem;
  later.ranks = scenario.ranks;
  double seconds = 0;
  for (int s = 0; s < samples; ++s) {
    const double step = lag + (s + 0.5) / samples * later.horizon;
    const std::vector<double> work = scenario.work(step);
    for (std::size_t b = 0; b < work.size(); ++b) later.blocks[b].work = work[b];
    seconds += PlacementCost(later).seconds(placement) * later.horizon / samples;
  }
  return seconds;
}

}  // namespace

StrategyOutcome try_strategy(const BalanceScenario& scenario, const PlanOutlook& outlook,
                             const std::string& name, Balancer& balancer) {
  const BalanceProblem& problem = scenario.problem;
  BalanceDecision decision;
  PlanJudge({}).judge(problem, balancer.plan(problem), decision);
  StrategyOutcome outcome{.strategy = name,
                          .promised = decision.saved,
                          .moved = decision.accepted,
                          .features = outlook.values(decision)};
  const Placement placement =
      decision.accepted ? placement_after(problem, decision.moves) : placement_of(problem);
  outcome.seconds = seconds_of_steps(scenario, placement) +
                    (decision.accepted ? decision.price : 0) +
                    plan_seconds(name, double(problem.blocks.size()), double(problem.ranks.size()));
  return outcome;
}

std::vector<StrategyOutcome> try_strategies(const BalanceScenario& scenario,
                                            const NamedBalancers& balancers) {
  const PlanOutlook outlook(scenario.problem, scenario.change);
  std::vector<StrategyOutcome> outcomes;
  for (const auto& [name, balancer] : balancers)
    outcomes.push_back(try_strategy(scenario, outlook, name, *balancer));
  return outcomes;
}

}  // namespace cardon
