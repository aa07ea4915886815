// SPDX-License-Identifier: Apache-2.0
#include "diffusion_balancer.hpp"

#include <cardon/kit/balance/balance_rounds.hpp>
#include <cardon/services/parameter_set.hpp>

#include "diffusion_agent.hpp"
#include "local_parameters.hpp"

namespace cardon {

void DiffusionBalancer::open(const BalancerSetup& setup) {
  if (setup.parameters != nullptr)
    iterations_ = setup.parameters->get(local::section, local::iterations);
}

std::unique_ptr<BalanceAgent> DiffusionBalancer::agent(int) const {
  return std::make_unique<DiffusionAgent>(iterations_);
}

std::vector<BlockMove> DiffusionBalancer::plan(const BalanceProblem& problem) {
  return plan_by_agents(problem, [this](int rank) { return agent(rank); });
}

}  // namespace cardon
