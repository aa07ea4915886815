// SPDX-License-Identifier: Apache-2.0
#include <cardon/service.hpp>

#include "diffusion_balancer.hpp"
#include "group_balancer.hpp"
#include "local_parameters.hpp"

using namespace cardon;

CARDON_THORN(BalancerLocal) {
  thorn.summary("Balancers that keep blocks near: among neighbours, within sites, within hosts");
  thorn.parameters(local::iterations, local::group_size, local::group_tolerance,
                   local::rank_tolerance);
  provide<Balancer, DiffusionBalancer>(
      thorn, "diffusion", "Load flows between neighbouring ranks; distributed, moves few blocks");
  provide<Balancer, GroupBalancer>(thorn, "hierarchical",
                                   "Sites, or groups of ranks, first; greedy within each",
                                   GroupBalancer::Kind::sites);
  provide<Balancer, GroupBalancer>(thorn, "node_aware",
                                   "Hosts first, then the ranks of each; moves few blocks",
                                   GroupBalancer::Kind::hosts);
}
