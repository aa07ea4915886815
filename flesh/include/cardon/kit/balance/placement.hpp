// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/balancing/balance_problem.hpp>
#include <vector>

namespace cardon {

/// The owner of each block, by number of the block.
using Placement = std::vector<int>;

/// Returns the current placement of the blocks.
Placement placement_of(const BalanceProblem& problem);
/// After moves. Throws Bug for a block or rank that does not exist, for a block that moves twice or
/// is not movable, and for a rank that is not available.
Placement placement_after(const BalanceProblem& problem, const std::vector<BlockMove>& moves);
/// The moves that lead to a placement, by number of the block.
std::vector<BlockMove> moves_to(const BalanceProblem& problem, const Placement& placement);

/// s per step that each rank computes: background + work / speed.
std::vector<double> compute_seconds(const BalanceProblem& problem, const Placement& placement);
/// Work of the blocks on each rank.
std::vector<double> work_by_rank(const BalanceProblem& problem, const Placement& placement);
/// Time of all available ranks if work could be divided at will: (work + background * speed) /
/// speed, sums over ranks. Work that is not movable counts as if it were.
double ideal_seconds(const BalanceProblem& problem);
/// Largest compute_seconds over ideal_seconds, minus 1: 0 is perfect (H. Menon, "Adaptive Load
/// Balancing for HPC Applications", dissertation, University of Illinois, 2016, eq. 3.1; speeds
/// added).
double imbalance(const BalanceProblem& problem, const Placement& placement);
/// Ranks that may own blocks, ascending.
std::vector<int> available_ranks(const BalanceProblem& problem);

}  // namespace cardon
