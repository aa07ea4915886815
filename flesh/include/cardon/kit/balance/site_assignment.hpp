// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/balancing/partitioner.hpp>
#include <cardon/kit/balance/block_graph.hpp>
#include <cardon/kit/balance/placement.hpp>
#include <vector>

namespace cardon {

/// The site of each block of a placement.
std::vector<int> sites_of(const BalanceProblem& problem, const Placement& placement);
/// Available ranks by site.
std::vector<std::vector<int>> ranks_by_site(const BalanceProblem& problem);
/// Movable blocks by the site that they are assigned to.
std::vector<std::vector<int>> movable_by_site(const BalanceProblem& problem,
                                              const std::vector<int>& sites);

/// How blocks are divided among sites.
struct SiteAssignmentRequest {
  EdgeMeasure edges = EdgeMeasure::messages;  ///< what counts as the weight of an edge
  bool by_work = true;  ///< false: as many blocks as the site is fast, whatever their work
  unsigned seed = 1;    ///< of the partitioner
};

/// Divides the graph of all movable blocks among the sites in proportion to the sums of their
/// speeds, real numbers, such that little crosses between sites. Parts go to sites such that little
/// has to move, as far as sites are equally fast. Returns the site of each block; blocks that
/// cannot move stay.
std::vector<int> assign_sites(const BalanceProblem& problem, const Partitioner& partitioner,
                              const SiteAssignmentRequest& request);

/// Among the sites first, then among the ranks of each. Entries of `placement` for movable blocks
/// are set.
void partition_by_sites(const BalanceProblem& problem, const Partitioner& partitioner,
                        const SiteAssignmentRequest& request, Placement& placement);

}  // namespace cardon
