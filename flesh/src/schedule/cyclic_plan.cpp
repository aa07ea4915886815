// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cardon/plan/cyclic_plan.hpp>
#include <cardon/services/program.hpp>
#include <numeric>
#include <utility>

#include "plan/plan.hpp"
#include "schedule/plan_tasks.hpp"

namespace cardon {
namespace {

// Steps until all tasks are due together again; max + 1 if there are more than max.
long period_of(const Program& program, long max) {
  long period = 1;
  for (const int id : program.step) {
    period = std::lcm(period, long(program.tasks[std::size_t(id)].every));
    if (period > max) return max + 1;
  }
  return period;
}

plan::CyclicSequence::Steps due_tasks(const Program& program, long steps) {
  plan::CyclicSequence::Steps all;
  for (long n = 0; n < steps; ++n) {
    std::vector<int>& due = all.emplace_back();
    std::copy_if(program.step.begin(), program.step.end(), std::back_inserter(due),
                 [&](int id) { return n % program.tasks[std::size_t(id)].every == 0; });
  }
  return all;
}

}  // namespace

plan::CyclicPlan cyclic_plan(const Program& program, std::vector<plan::Link> links) {
  const plan::PlanInput input{plan_fields(program), plan_tasks(program), std::move(links)};
  return plan::make_plan(input, plan::CyclicSequence({program.initial}, {program.step}));
}

plan::CyclicPlan plan_of_due_tasks(const Program& program, std::vector<plan::Link> links,
                                   long max_period) {
  const plan::PlanInput input{plan_fields(program), plan_tasks(program), std::move(links)};
  const long period = period_of(program, max_period);
  plan::CyclicSequence::Steps first = {program.initial};
  if (period <= max_period)
    return plan::make_plan(input, plan::CyclicSequence(first, due_tasks(program, period)));
  const plan::CyclicSequence::Steps due = due_tasks(program, max_period);
  first.insert(first.end(), due.begin(), due.end());
  return plan::make_plan(input, plan::CyclicSequence(first, {}));
}

}  // namespace cardon
