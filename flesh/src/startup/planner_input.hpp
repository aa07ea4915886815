// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/program.hpp>
#include <vector>

#include "plan/plan_input.hpp"
#include "schedule/plan_tasks.hpp"

namespace cardon {

/// What the planner needs of a program on the driver's links.
inline plan::PlanInput planner_input(const Program& program, std::vector<plan::Link> links) {
  return {plan_fields(program), plan_tasks(program), std::move(links)};
}

}  // namespace cardon
