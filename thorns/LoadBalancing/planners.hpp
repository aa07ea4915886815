// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/balance/balance_features.hpp>
#include <cardon/kit/balance/plan_judge.hpp>
#include <cardon/services/balancer.hpp>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace cardon {

/// The balancer of a run, or those among which `auto` chooses.
class Planners {
 public:
  /// The balancers behind the value of balance.balancer, which for `auto` depend on balance.choice:
  /// with `plans` one that moves few blocks, one that balances best, and one that balances within
  /// sites first; with `forest` and `tree` all strategies that these know.
  static std::vector<std::string> names(const std::string& balancer, const std::string& choice);

  /// `choice` as in balance.choice; empty: all balancers plan.
  explicit Planners(std::string choice = {}) : choice_(std::move(choice)) {}

  void add(std::string name, std::shared_ptr<Balancer> balancer) {
    balancers_.emplace_back(std::move(name), std::move(balancer));
  }
  void for_each(const std::function<void(Balancer&)>& visit) const {
    for (const auto& [name, balancer] : balancers_) visit(*balancer);
  }
  /// Reads what choices depend on, so that the first plan takes no longer than others.
  void prepare() const;
  /// All of them plan, or by forest and tree those with most votes, as PlanRounds says. The
  /// decision is that on the plan which saves most within the horizon after the price of its moves,
  /// with `forest` on the one of which most is expected (PlanOutlook, and what became of earlier
  /// plans of the run), where a plan that moves more blocks than another must save min_gain of
  /// PlanJudge more; a plan that is accepted goes before one that is not. A plan with blocks or
  /// ranks that do not exist, or with ranks that are not available, and a balancer that throws
  /// Error, move nothing.
  void plan(const BalanceProblem& problem, const LoadChange& change, const PlanJudge& judge,
            BalanceDecision& decision) const;

 private:
  bool chooses() const { return choice_ == "forest" || choice_ == "tree"; }
  Balancer* find(std::string_view name) const;
  void choose(const BalanceProblem& problem, const LoadChange& change, const PlanJudge& judge,
              BalanceDecision& decision) const;
  static void take_better(const BalanceDecision& candidate, BalanceDecision& decision,
                          double margin);

  std::string choice_;
  std::vector<std::pair<std::string, std::shared_ptr<Balancer>>> balancers_;
};

}  // namespace cardon
