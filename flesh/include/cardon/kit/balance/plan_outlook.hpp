// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/balance/balance_features.hpp>
#include <cardon/kit/balance/plan_judge.hpp>
#include <span>
#include <vector>

namespace cardon {

/// The features of a plan: first those of the problem, as balance_features(), then what the plan
/// would gain if loads were other than measured, or did not stay.
std::span<const BalanceFeature> plan_features();

/// Computes the features of plans for one problem. A plan counts on loads as they were measured.
/// What it gains in fact depends on what was not measured: whether ranks are slow or have expensive
/// blocks, and where loads go. So each plan is also judged under other assumptions, most of which
/// are wrong; how much each of them says is learned.
class PlanOutlook {
 public:
  /// For plans for this problem, whose loads have changed so since the window before.
  PlanOutlook(const BalanceProblem& problem, const LoadChange& change);

  /// In the order of plan_features(); `decision` as PlanJudge made it.
  std::vector<double> values(const BalanceDecision& decision) const;
  /// The share of the time within the horizon that a plan is expected to save, by the forest of
  /// learned_plans(). Costs of the moves are included, those of planning are not.
  double forecast(const BalanceDecision& decision) const;

 private:
  struct Assumption {
    BalanceProblem problem;
    double seconds = 0;  // per step, as blocks are
  };
  void assume(std::vector<double> work);
  double gain(const Assumption& assumption, const Placement& placement) const;

  const BalanceProblem& problem_;
  std::vector<double> features_;
  std::vector<Assumption> assumptions_;
};

}  // namespace cardon
