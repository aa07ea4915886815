// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/balance/plan_outlook.hpp>
#include <cardon/services/balancer.hpp>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "balancing/balance_scenario.hpp"

namespace cardon {

using NamedBalancers = std::vector<std::pair<std::string, std::shared_ptr<Balancer>>>;

/// What came of one strategy in a scenario.
struct StrategyOutcome {
  std::string strategy;
  double seconds = 0;   ///< for all steps of the horizon, the plan and its moves
  double promised = 0;  ///< s that the plan was expected to save; as BalanceDecision::saved
  bool moved = false;   ///< the plan was carried out
  std::vector<double> features;  ///< of the plan, as PlanOutlook
};

/// The predicted time of all steps within the horizon, as loads go on, with what the plan takes
/// (plan_seconds()) and what moving takes. Plans are judged as in a run: PlanJudge refuses those
/// that do not pay, and blocks stay at their site.
StrategyOutcome try_strategy(const BalanceScenario& scenario, const PlanOutlook& outlook,
                             const std::string& name, Balancer& balancer);
std::vector<StrategyOutcome> try_strategies(const BalanceScenario& scenario,
                                            const NamedBalancers& balancers);

}  // namespace cardon
