// SPDX-License-Identifier: Apache-2.0
#include "plum_balancer.hpp"

#include <cardon/kit/balance/greedy_assignment.hpp>
#include <cardon/kit/balance/partition_balancer.hpp>
#include <cardon/kit/balance/placement_cost.hpp>
#include <cardon/services/parameter_set.hpp>

#include "minex_options.hpp"

namespace cardon {

void PlumBalancer::open(const BalancerSetup& setup) {
  seed_ = setup.seed;
  if (partitioner_) return;
  namespace p = minex_parameters;
  std::string partitioner(p::partitioner.default_value());
  if (setup.parameters != nullptr) {
    const std::string metric(setup.parameters->get(p::section, p::metric));
    metric_ = metric == "max"   ? RemapMetric::max_volume
              : metric == "sum" ? RemapMetric::max_sum
                                : RemapMetric::total_volume;
    partitioner = setup.parameters->get(p::section, p::partitioner);
  }
  partitioner_ = setup.partitioner(partitioner);
}

std::vector<BlockMove> PlumBalancer::plan(const BalanceProblem& problem) {
  const std::vector<int> ranks = available_ranks(problem);
  if (ranks.empty()) return {};
  Placement placement = placement_of(problem);
  partition_blocks(problem, *partitioner_, movable_load(problem).blocks, ranks, seed_, placement,
                   metric_);
  // Blocks on ranks that are gone have no choice.
  if (ranks.size() < problem.ranks.size() || PlacementCost(problem).pays(placement))
    return moves_to(problem, placement);
  return {};
}

}  // namespace cardon
