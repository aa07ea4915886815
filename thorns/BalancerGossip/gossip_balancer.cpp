// SPDX-License-Identifier: Apache-2.0
#include "gossip_balancer.hpp"

#include <cardon/kit/balance/balance_rounds.hpp>
#include <cardon/services/parameter_set.hpp>

#include "gossip_agent.hpp"

namespace cardon {

void GossipBalancer::open(const BalancerSetup& setup) {
  seed_ = setup.seed;
  if (setup.parameters == nullptr) return;
  namespace p = gossip_parameters;
  const auto get = [&](const auto& x) { return setup.parameters->get(p::section, x); };
  options_.fan_out = get(p::fan_out);
  options_.rounds_share = get(p::rounds);
  options_.entries = get(p::entries);
  options_.threshold = get(p::threshold);
  options_.near_peers = get(p::near_peers);
}

std::unique_ptr<BalanceAgent> GossipBalancer::agent(int rank) const {
  return std::make_unique<GossipAgent>(options_, seed_, rank, negotiates_);
}

std::vector<BlockMove> GossipBalancer::plan(const BalanceProblem& problem) {
  return plan_by_agents(problem, [this](int rank) { return agent(rank); });
}

}  // namespace cardon
