// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/balancer.hpp>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "plan_judge.hpp"

namespace cardon {

/// The balancer of a run, or those among which `auto` chooses.
class Planners {
 public:
  /// The balancers behind the value of balance.balancer: for `auto` one that moves few blocks, one
  /// that balances best, and one that balances within sites first; else the name itself.
  static std::vector<std::string> names(const std::string& balancer);

  void add(std::string name, std::shared_ptr<Balancer> balancer) {
    balancers_.emplace_back(std::move(name), std::move(balancer));
  }
  void for_each(const std::function<void(Balancer&)>& visit) const {
    for (const auto& [name, balancer] : balancers_) visit(*balancer);
  }
  /// Has all of them plan, and judges the plans. The decision is that on the plan which saves most
  /// within the horizon after the price of its moves; a plan that is accepted goes before one that
  /// is not.
  void plan(const BalanceProblem& problem, const PlanJudge& judge, BalanceDecision& decision) const;

 private:
  std::vector<std::pair<std::string, std::shared_ptr<Balancer>>> balancers_;
};

}  // namespace cardon
