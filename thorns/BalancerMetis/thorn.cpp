// SPDX-License-Identifier: Apache-2.0
#include <cardon/kit/balance/partition_balancer.hpp>
#include <cardon/service.hpp>

using namespace cardon;

CARDON_THORN(BalancerMetis) {
  thorn.summary("Balancing by METIS, a multilevel graph partitioner");
  thorn.cites(
      "G. Karypis and V. Kumar, A fast and high quality multilevel scheme for partitioning "
      "irregular graphs, SIAM J. Sci. Comput. 20, 359 (1998)");
  provide_lazily<Partitioner>(thorn, "metis", "Multilevel recursive bisection, parts of any size");
  provide<Balancer, PartitionBalancer>(
      thorn, "metis", "Partition by METIS: few bytes between ranks; moves nearly all blocks",
      std::string("metis"));
}
