// SPDX-License-Identifier: Apache-2.0
#include "planners.hpp"

#include <fmt/format.h>

#include <cardon/kit/balance/strategy_choice.hpp>

namespace cardon {
namespace {

bool is_better(const BalanceDecision& one, const BalanceDecision& other) {
  return one.accepted != other.accepted ? one.accepted : one.saved > other.saved;
}

const DecisionForest& forest_of(const std::string& choice) {
  return choice == "tree" ? published_tree() : learned_forest();
}

}  // namespace

std::vector<std::string> Planners::names(const std::string& balancer, const std::string& choice) {
  if (balancer != "auto") return {balancer};
  if (choice == "plans") return {"refine", "greedy", "hierarchical"};
  return forest_of(choice).strategies();
}

Balancer* Planners::find(std::string_view name) const {
  for (const auto& [own, balancer] : balancers_)
    if (own == name) return balancer.get();
  return nullptr;
}

void Planners::take_better(const BalanceDecision& candidate, BalanceDecision& decision) {
  if (decision.balancer.empty() || is_better(candidate, decision)) decision = candidate;
}

void Planners::choose(const BalanceProblem& problem, const LoadChange& change,
                      const PlanJudge& judge, BalanceDecision& decision) const {
  const std::vector<StrategyChoice> choices = choose_strategies(
      forest_of(choice_), feature_values(problem, change), choice_ == "tree" ? 1 : plans_by_forest,
      [&](std::string_view name) { return find(name) != nullptr; });
  const BalanceDecision measured = decision;
  for (const StrategyChoice& choice : choices) {
    BalanceDecision candidate = measured;
    candidate.balancer = choice.strategy;
    candidate.chosen_by = choice_;
    candidate.votes = choice.share;
    candidate.reasons = choice.reasons;
    Balancer* balancer = find(choice.strategy);
    judge.judge(problem, balancer == nullptr ? std::vector<BlockMove>{} : balancer->plan(problem),
                candidate);
    if (choice.strategy == "none")
      candidate.reason = fmt::format("the {} expects no gain ({})", choice_, choice.reasons);
    take_better(candidate, decision);
  }
}

void Planners::plan(const BalanceProblem& problem, const LoadChange& change, const PlanJudge& judge,
                    BalanceDecision& decision) const {
  if (chooses()) return choose(problem, change, judge, decision);
  const BalanceDecision measured = decision;
  for (const auto& [name, balancer] : balancers_) {
    BalanceDecision candidate = measured;
    candidate.balancer = name;
    judge.judge(problem, balancer->plan(problem), candidate);
    take_better(candidate, decision);
  }
}

}  // namespace cardon
