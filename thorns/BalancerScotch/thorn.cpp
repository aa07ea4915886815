// SPDX-License-Identifier: Apache-2.0
#include <cardon/kit/balance/partition_balancer.hpp>
#include <cardon/service.hpp>

#include "scotch_partitioner.hpp"

using namespace cardon;

CARDON_THORN(BalancerScotch) {
  thorn.summary("Balancing by Scotch, which maps graphs to machines");
  thorn.cites(
      "F. Pellegrini and J. Roman, Scotch: a software package for static mapping by dual "
      "recursive bipartitioning of process and architecture graphs, HPCN'96 (1996)");
  provide<Partitioner, ScotchPartitioner>(
      thorn, "scotch", "Multilevel mapping to a target graph of ranks and their distances");
  provide<Balancer, PartitionBalancer>(
      thorn, "scotch", "Mapping by Scotch: knows which ranks are far from each other",
      std::string("scotch"));
}
