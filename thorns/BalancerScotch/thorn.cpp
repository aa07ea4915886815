// SPDX-License-Identifier: Apache-2.0
#include <cardon/kit/balance/partition_balancer.hpp>
#include <cardon/service.hpp>

using namespace cardon;

CARDON_THORN(BalancerScotch) {
  thorn.summary("Balancing by Scotch, which maps the graph of blocks onto the graph of ranks");
  thorn.cites(
      "F. Pellegrini, Static mapping by dual recursive bipartitioning of process and architecture "
      "graphs, Proc. Scalable High-Performance Computing Conference, IEEE, 486 (1994)");
  provide_lazily<Partitioner>(
      thorn, "scotch", "Mapping onto ranks whose messages differ in cost; parts of any size");
  provide<Balancer, PartitionBalancer>(
      thorn, "scotch", "Mapping by Scotch: few bytes over slow links; moves nearly all blocks",
      std::string("scotch"));
}
