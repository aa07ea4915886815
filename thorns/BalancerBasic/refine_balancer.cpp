// SPDX-License-Identifier: Apache-2.0
#include "refine_balancer.hpp"

#include <cardon/kit/balance/greedy_assignment.hpp>
#include <cardon/services/parameter_set.hpp>
#include <numeric>

#include "basic_parameters.hpp"

namespace cardon {

void RefineBalancer::open(const BalancerSetup& setup) {
  tolerance_ = basic::tolerance.default_value();
  if (setup.parameters != nullptr)
    tolerance_ = setup.parameters->get(basic::section, basic::tolerance);
}

std::vector<BlockMove> RefineBalancer::plan(const BalanceProblem& problem) {
  std::vector<int> ranks(problem.ranks.size());
  std::iota(ranks.begin(), ranks.end(), 0);
  Placement placement = placement_of(problem);
  refine_placement(problem, ranks, tolerance_, placement);
  return moves_to(problem, placement);
}

}  // namespace cardon
