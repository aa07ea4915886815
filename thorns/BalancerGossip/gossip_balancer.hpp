// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/balancer.hpp>

#include "gossip_options.hpp"

namespace cardon {

/// GrapevineLB, or with negotiation Grapevine+; see GossipAgent.
class GossipBalancer : public Balancer {
 public:
  explicit GossipBalancer(bool negotiates, const GossipOptions& options = {})
      : negotiates_(negotiates), options_(options) {}
  void open(const BalancerSetup& setup) override;
  std::vector<BlockMove> plan(const BalanceProblem& problem) override;
  std::unique_ptr<BalanceAgent> agent(int rank) const override;

 private:
  bool negotiates_;
  GossipOptions options_;
  unsigned seed_ = 1;
};

}  // namespace cardon
