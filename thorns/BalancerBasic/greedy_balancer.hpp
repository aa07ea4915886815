// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/balancer.hpp>

namespace cardon {

/// Gives blocks, the heaviest first, to the rank that would finish them first, wherever they are
/// (GreedyLB of Charm++; for equal speeds the rule of R. L. Graham, "Bounds on multiprocessing
/// timing anomalies", 1969: at most 4/3 of the best possible time). O(n log n).
class GreedyBalancer : public Balancer {
 public:
  void open(const BalancerSetup&) override {}
  std::vector<BlockMove> plan(const BalanceProblem& problem) override;
};

}  // namespace cardon
