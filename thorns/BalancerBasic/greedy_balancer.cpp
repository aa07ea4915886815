// SPDX-License-Identifier: Apache-2.0
#include "greedy_balancer.hpp"

#include <cardon/kit/balance/greedy_assignment.hpp>

namespace cardon {

std::vector<BlockMove> GreedyBalancer::plan(const BalanceProblem& problem) {
  MovableLoad load = movable_load(problem);
  Placement placement = placement_of(problem);
  assign_greedily(problem, load.blocks, available_ranks(problem), load.fixed_seconds, placement);
  return moves_to(problem, placement);
}

}  // namespace cardon
