// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/balance/placement.hpp>
#include <span>

namespace cardon {

/// Assigns these blocks, the heaviest first, to the rank among `ranks` that would finish it first.
/// `seconds`: of all ranks so far, by rank; grows by what they are given. `placement`: of all
/// blocks; entries of these blocks are set. Equal works go in the order of their numbers, equal
/// times to the lower rank. O(n log n).
void assign_greedily(const BalanceProblem& problem, std::vector<int> blocks,
                     std::span<const int> ranks, std::vector<double>& seconds,
                     Placement& placement);

/// Blocks that are movable, by number; seconds of the others with their ranks' background.
struct MovableLoad {
  std::vector<int> blocks;            ///< numbers of the blocks, ascending
  std::vector<double> fixed_seconds;  ///< by rank
};
/// The movable blocks of a problem, and what the ranks keep.
MovableLoad movable_load(const BalanceProblem& problem);

/// Moves blocks from ranks whose time exceeds `tolerance` times the mean to the rank with the
/// least, the heaviest block first that keeps that rank within it (RefineLB of Charm++); where
/// blocks are too heavy for that, the lightest one as long as that rank ends below the time of the
/// other. Only blocks of `ranks` move, and to available ones of `ranks` only; all blocks leave
/// ranks that are not.
void refine_placement(const BalanceProblem& problem, std::span<const int> ranks, double tolerance,
                      Placement& placement);

}  // namespace cardon
