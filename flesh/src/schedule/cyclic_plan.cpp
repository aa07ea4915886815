// SPDX-License-Identifier: Apache-2.0
#include "cardon/plan/cyclic_plan.hpp"

#include <utility>

#include "cardon/services/program.hpp"
#include "plan/plan.hpp"
#include "schedule/plan_tasks.hpp"

namespace cardon {

plan::CyclicPlan cyclic_plan(const Program& program, std::vector<plan::Link> links) {
  const plan::PlanInput input{plan_fields(program), plan_tasks(program), std::move(links)};
  return plan::make_plan(input, plan::CyclicSequence({program.initial}, {program.step}));
}

}  // namespace cardon
