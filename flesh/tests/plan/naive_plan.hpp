// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/plan/operation.hpp>
#include <vector>

#include "plan/plan_input.hpp"

namespace cardon::plan {

/// All operations of a run, found the slow way: the whole run is known, every exchange point is
/// searched by trying, and everything that became right is listed. Shares no code with the planner.
std::vector<Operation> naive_plan(const PlanInput& input,
                                  const std::vector<std::vector<int>>& steps);

}  // namespace cardon::plan
