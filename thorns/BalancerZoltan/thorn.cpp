// SPDX-License-Identifier: Apache-2.0
#include <cardon/kit/balance/partition_balancer.hpp>
#include <cardon/service.hpp>

using namespace cardon;

CARDON_THORN(BalancerZoltan) {
  thorn.summary("Balancing by Zoltan, a partitioner of hypergraphs");
  thorn.cites(
      "K. Devine, E. Boman, R. Heaphy, R. Bisseling and U. Catalyurek, Parallel hypergraph "
      "partitioning for scientific computing, Proc. 20th International Parallel and Distributed "
      "Processing Symposium, IEEE (2006)");
  provide_lazily<Partitioner>(thorn, "zoltan",
                              "Hypergraph partitioning: few parts that a vertex has neighbours in");
  provide<Balancer, PartitionBalancer>(
      thorn, "zoltan", "Partition by Zoltan: blocks send to few ranks; moves nearly all blocks",
      std::string("zoltan"));
}
