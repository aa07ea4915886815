// SPDX-License-Identifier: Apache-2.0
#include "grid_comm_balancer.hpp"

#include "comm_placer.hpp"
#include "wide_messages.hpp"

namespace cardon {

void GridCommBalancer::open(const BalancerSetup& setup) {
  if (setup.parameters != nullptr) options_ = grid_options(setup);
}

std::vector<BlockMove> GridCommBalancer::plan(const BalanceProblem& problem) {
  Placement placement = placement_of(problem);
  const std::vector<int> sites = sites_of(problem, placement);
  const std::vector<double> wide = wide_messages(problem, sites, options_.edges);
  const auto ranks = ranks_by_site(problem), blocks = movable_by_site(problem, sites);
  for (std::size_t s = 0; s < ranks.size(); ++s)
    if (!ranks[s].empty())
      CommPlacer(problem, ranks[s], options_, wide, placement).place_all(blocks[s]);
  return moves_to(problem, placement);
}

}  // namespace cardon
