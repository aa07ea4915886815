// SPDX-License-Identifier: Apache-2.0
#include "sbn_balancer.hpp"

#include <bit>
#include <cardon/kit/balance/queue_simulator.hpp>

#include "pre_partition.hpp"

namespace cardon {
std::unique_ptr<BalanceAgent> SbnBalancer::make_agent(Variant variant, const SbnSetup& setup,
                                                      int rank, int ranks) {
  if (variant == Variant::heuristic) return std::make_unique<SbnHeuristicAgent>(setup, rank);
  if (variant == Variant::cube && std::has_single_bit(unsigned(ranks)))
    return std::make_unique<SbnCubeAgent>(setup, rank);
  return std::make_unique<SbnBasicAgent>(setup, rank);
}

void SbnBalancer::open(const BalancerSetup& setup) {
  seed_ = setup.seed;
  if (setup.parameters == nullptr || !setup.parameters->has(section, migrants.name())) return;
  nearest_ = setup.parameters->get(section, migrants) == "nearest";
  partitions_ = setup.parameters->get(section, start) == "partition";
}

std::vector<BlockMove> SbnBalancer::plan(const BalanceProblem& problem) {
  const int ranks = int(available_ranks(problem).size());
  const double unit = usual_job(problem);
  if (unit <= 0) return {};
  const SbnSetup setup{unit, seed_};
  return plan_by_queues(problem, [&](int rank) { return make_agent(variant_, setup, rank, ranks); },
                        {.start = partitions_ ? pre_partition(problem, seed_) : Placement{},
                         .nearest = nearest_,
                         .seed = seed_});
}

}  // namespace cardon
