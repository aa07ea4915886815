// SPDX-License-Identifier: Apache-2.0
#include <cardon/service.hpp>

#include "grid_comm_balancer.hpp"
#include "grid_comm_refine_balancer.hpp"
#include "grid_graph_balancer.hpp"
#include "grid_options.hpp"

using namespace cardon;

CARDON_THORN(BalancerGrid) {
  using Within = GridGraphBalancer::Within;
  namespace p = grid_parameters;
  thorn.summary("Balancers for several sites: border blocks are few, and spread over the ranks");
  thorn.cites(
      "G. A. Koenig, Efficient Execution of Tightly-Coupled Parallel Applications in Grid "
      "Computing Environments, dissertation, University of Illinois (2007)");
  thorn.parameters(p::tolerance, p::rank_rule, p::placing, p::site_weights, p::edges,
                   p::partitioner);
  provide<Balancer, GridCommBalancer>(thorn, "grid_comm",
                                      "Equal work and border blocks within each site (GridCommLB)");
  provide<Balancer, GridCommRefineBalancer>(thorn, "grid_comm_refine",
                                            "Spreads messages to other sites with few moves");
  provide<Balancer, GridGraphBalancer>(thorn, "grid_partition",
                                       "Partition among sites, then within each (GridMetisLB)",
                                       Within::partition);
  provide<Balancer, GridGraphBalancer>(
      thorn, "grid_hybrid",
      "Partition among sites, border blocks spread within each (GridHybridLB)", Within::placing);
}
