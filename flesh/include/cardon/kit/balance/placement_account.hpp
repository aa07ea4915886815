// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/balance/placement.hpp>

namespace cardon {

/// What moving blocks has gained in a run so far, against leaving them where they were: predicted
/// gains of every window, by the loads that were measured in it, less what migrations took.
class PlacementAccount {
 public:
  /// A window of so many steps was measured, with blocks at their present owners. `home`: where
  /// they would be if nothing had moved.
  void add(const BalanceProblem& problem, const Placement& home, double steps);
  /// A migration took so many s.
  void pay(double seconds) { gained_ -= seconds; }

  /// s by which steps became shorter, less the price of migrations.
  double gained() const { return gained_; }
  /// Whether more is lost than this share of the time of all steps.
  bool in_debt(double share) const { return gained_ < -share * elapsed_; }
  /// Whether blocks at home would need less time in the last window, by more than this share.
  bool home_is_better(double share) const { return at_home_ < (1 - share) * now_; }

 private:
  double gained_ = 0, elapsed_ = 0;
  double at_home_ = 0, now_ = 0;  // s of a step, in the last window
};

}  // namespace cardon
