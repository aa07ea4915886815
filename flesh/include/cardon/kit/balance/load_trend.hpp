// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>
#include <cardon/balancing/balance_problem.hpp>
#include <vector>

namespace cardon {

/// Loads of blocks as they will be when a plan takes effect. A plan comes a window late; where
/// loads change steadily, one for the loads as measured leaves an imbalance that was known before.
///
/// The part that each block has of all work is taken to change on by all or half of what it changed
/// per step between the last two windows, or to stay, whichever would have foretold the last
/// windows best: the sum over all blocks of the absolute errors counts, that of earlier windows
/// half as much each time. Changes that are errors of measurement do not go on; what all blocks
/// gain or lose together has no effect on how they are best shared.
class LoadTrend {
 public:
  /// Takes up the loads of a window whose middle is at `step`. Blocks of another number are others:
  /// nothing is known of them.
  void measured(const BalanceProblem& problem, double step);
  /// Forgets all windows; the blocks are others.
  void reset() { *this = LoadTrend(); }
  /// Share of the last change that goes on: 0, 0.5 or 1.
  double share() const;
  /// The problem with the work of its blocks so many steps after the middle of the last window, if
  /// all of it stays the same. No block loses more than nine tenths of its part.
  BalanceProblem ahead(BalanceProblem problem, double steps) const;

 private:
  static constexpr std::array<double, 3> shares{0, 0.5, 1};

  double foretold(std::size_t block, double share, double steps) const;

  double step_ = 0;
  std::vector<double> parts_, rates_;  // of all work, and their change per step; empty: unknown
  std::array<double, 3> errors_{};     // by share
};

}  // namespace cardon
