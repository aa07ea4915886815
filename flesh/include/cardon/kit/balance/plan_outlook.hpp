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
/// are wrong; how much each of them says is learned. What is foreseen is the mean of two outlooks
/// on the whole horizon, in which loads go on as LoadForecast says: with the speeds of ranks as
/// they are known, and as SpeedGuess has them.
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
    std::vector<double> work, speeds;  // by block and by rank
    double seconds = 0;                // per step, as blocks are
  };
  using Outlook = std::vector<Assumption>;  // at times that are equally far apart
  Assumption assumed(std::vector<double> work, std::vector<double> speeds) const;
  Outlook outlook(const LoadChange& change, const std::vector<double>& speeds,
                  std::vector<double>& course);
  double seconds(const Assumption& assumption, const Placement& placement) const;
  double gain(const Outlook& outlook, const Placement& placement) const;

  const BalanceProblem& problem_;
  mutable BalanceProblem assumed_;  // for one assumption at a time
  std::vector<double> features_, course_;
  std::vector<Outlook> outlooks_;
  std::vector<Assumption> assumptions_;
};

}  // namespace cardon
