// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/balancer.hpp>

namespace cardon {

/// Leaves blocks where they are.
class NoBalancer : public Balancer {
 public:
  void open(const BalancerSetup&) override {}
  std::vector<BlockMove> plan(const BalanceProblem&) override { return {}; }
};

}  // namespace cardon
