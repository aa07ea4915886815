// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/balancer.hpp>

namespace cardon {

/// Moves blocks from ranks that take longer than the mean to the fastest, and none of the others
/// (RefineLB of Charm++). O(n log n).
class RefineBalancer : public Balancer {
 public:
  void open(const BalancerSetup& setup) override;
  std::vector<BlockMove> plan(const BalanceProblem& problem) override;

 private:
  double tolerance_ = 1.02;
};

}  // namespace cardon
