// SPDX-License-Identifier: Apache-2.0
#include "planners.hpp"

namespace cardon {
namespace {

bool is_better(const BalanceDecision& one, const BalanceDecision& other) {
  return one.accepted != other.accepted ? one.accepted : one.saved > other.saved;
}

}  // namespace

std::vector<std::string> Planners::names(const std::string& balancer) {
  if (balancer != "auto") return {balancer};
  return {"refine", "greedy", "hierarchical"};
}

void Planners::plan(const BalanceProblem& problem, const PlanJudge& judge,
                    BalanceDecision& decision) const {
  const BalanceDecision measured = decision;
  for (const auto& [name, balancer] : balancers_) {
    BalanceDecision candidate = measured;
    candidate.balancer = name;
    judge.judge(problem, balancer->plan(problem), candidate);
    if (decision.balancer.empty() || is_better(candidate, decision)) decision = candidate;
  }
}

}  // namespace cardon
