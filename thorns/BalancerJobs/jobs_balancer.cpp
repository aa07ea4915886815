// SPDX-License-Identifier: Apache-2.0
#include "jobs_balancer.hpp"

#include <cardon/kit/balance/queue_simulator.hpp>

namespace cardon {
std::unique_ptr<BalanceAgent> JobsBalancer::make_agent(Method method, const JobSetup& setup,
                                                       int rank, int ranks) {
  switch (method) {
    case Method::random:
      return std::make_unique<RandomNeighbourAgent>(setup, rank, ranks);
    case Method::gradient:
      return std::make_unique<GradientAgent>(setup, rank, ranks);
    case Method::receiver:
      return std::make_unique<ReceiverAgent>(setup, rank, ranks);
    case Method::sender:
      return std::make_unique<SenderAgent>(setup, rank, ranks);
    case Method::bidding:
      return std::make_unique<BiddingAgent>(setup, rank, ranks);
    case Method::tree:
      break;
  }
  return std::make_unique<TreeAgent>(setup, rank, ranks);
}

std::vector<BlockMove> JobsBalancer::plan(const BalanceProblem& problem) {
  const int ranks = int(available_ranks(problem).size());
  const double unit = usual_job(problem);
  if (unit <= 0) return {};
  const JobSetup setup{.unit = unit, .wait = unit, .seed = seed_};
  return plan_by_queues(problem, [&](int rank) { return make_agent(method_, setup, rank, ranks); });
}

}  // namespace cardon
