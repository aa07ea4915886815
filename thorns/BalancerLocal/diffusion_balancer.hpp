// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/balancer.hpp>

namespace cardon {

/// Load flows between neighbours, see DiffusionAgent. Distributed; no figures but the own ones and
/// those of neighbours.
class DiffusionBalancer : public Balancer {
 public:
  void open(const BalancerSetup& setup) override;
  std::vector<BlockMove> plan(const BalanceProblem& problem) override;
  std::unique_ptr<BalanceAgent> agent(int rank) const override;

 private:
  long iterations_ = 20;
};

}  // namespace cardon
