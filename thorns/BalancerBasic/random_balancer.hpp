// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/balancer.hpp>

namespace cardon {

/// Moves each block with probability `share` to a random rank, all ranks but its own being equally
/// likely. Every call continues the sequence of random numbers, so each plan is another one.
class RandomBalancer : public Balancer {
 public:
  void open(const BalancerSetup& setup) override;
  std::vector<BlockMove> plan(const BalanceProblem& problem) override;

 private:
  double share_ = 0.5;
  unsigned seed_ = 1;
  long calls_ = 0;
};

}  // namespace cardon
