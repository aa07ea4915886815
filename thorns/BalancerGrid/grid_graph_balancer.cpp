// SPDX-License-Identifier: Apache-2.0
#include "grid_graph_balancer.hpp"

#include <cardon/kit/balance/site_assignment.hpp>

#include "seed_placer.hpp"
#include "wide_messages.hpp"

namespace cardon {

void GridGraphBalancer::open(const BalancerSetup& setup) {
  if (setup.parameters != nullptr) options_ = grid_options(setup);
  seed_ = setup.seed;
  if (!partitioner_) partitioner_ = setup.partitioner(options_.partitioner);
}

std::vector<BlockMove> GridGraphBalancer::plan(const BalanceProblem& problem) {
  Placement placement = placement_of(problem);
  const SiteAssignmentRequest request{options_.edges, options_.weigh_sites_by_work, seed_};
  if (within_ == Within::partition)
    partition_by_sites(problem, *partitioner_, request, placement);
  else
    place_within(problem, assign_sites(problem, *partitioner_, request), placement);
  return moves_to(problem, placement);
}

void GridGraphBalancer::place_within(const BalanceProblem& problem, const std::vector<int>& sites,
                                     Placement& placement) const {
  const std::vector<double> wide = wide_messages(problem, sites, options_.edges);
  const auto ranks = ranks_by_site(problem), blocks = movable_by_site(problem, sites);
  const BlockNeighbours neighbours = block_neighbours(problem, options_.edges);
  for (std::size_t b = 0; b < placement.size(); ++b)
    if (problem.blocks[b].movable && !ranks[std::size_t(sites[b])].empty()) placement[b] = -1;
  for (std::size_t s = 0; s < ranks.size(); ++s) {
    if (ranks[s].empty()) continue;
    CommPlacer placer(problem, ranks[s], options_, wide, placement);
    if (options_.seeds)
      SeedPlacer(problem, options_, wide, neighbours, placer).place_all(blocks[s], placement);
    else
      placer.place_all(blocks[s]);
  }
}

}  // namespace cardon
