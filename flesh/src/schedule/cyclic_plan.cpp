// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cardon/plan/cyclic_plan.hpp>
#include <cardon/plan/same_exchange.hpp>
#include <cardon/services/program.hpp>
#include <numeric>
#include <utility>

#include "plan/plan.hpp"
#include "schedule/plan_tasks.hpp"

namespace cardon {
namespace {

constexpr long short_period = 64;

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

std::vector<plan::Operation> repeated_exchanges(const Program& program,
                                                std::vector<plan::Link> links, int link) {
  std::vector<plan::Operation> exchanges;
  const auto is_new = [&](const plan::Operation& operation) {
    return std::none_of(exchanges.begin(), exchanges.end(), [&](const plan::Operation& known) {
      return plan::same_exchange(known.link, known.fields, link, operation.fields);
    });
  };
  for (const plan::Segment& segment :
       plan_of_due_tasks(program, std::move(links), short_period).cycle)
    for (const plan::Operation& operation : segment.operations)
      if (operation.kind == plan::Operation::Kind::exchange && operation.link == link &&
          is_new(operation))
        exchanges.push_back(operation);
  return exchanges;
}

}  // namespace cardon
