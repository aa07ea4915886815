// SPDX-License-Identifier: Apache-2.0
#include "grid/scalar_task.hpp"

#include <fmt/format.h>

#include <cardon/thorn/error.hpp>

#include "grid/task_call.hpp"

namespace cardon {
namespace {

BlockContext context_of(const Task& task, const Program& program, const ParameterSet& parameters,
                        const StepState& state) {
  BlockContext context;
  context.task = task.name;
  context.thorn = task.thorn;
  context.parameters = &parameters;
  set_grid(program.grid, context);
  context.time = state.time_at(task.time_fraction);
  context.dt = state.dt;
  context.implicit_step = task.implicit_fraction * state.dt;
  context.iteration = state.iteration;
  context.step = state.initial ? 0 : state.iteration + 1;
  return context;
}

[[noreturn]] void not_set(const Task& task, const ScalarWrite& set) {
  const std::string what = set.is_rate ? fmt::format("rhs({})", set.declared) : set.declared;
  throw Error(Problem{
      .slug = "schedule/scalar-not-set",
      .message = fmt::format("{} declares that it writes the scalar {}, but has not set it",
                             task.name, what),
      .notes = {"a task sets all scalars that it writes, in every call"},
      .help = fmt::format("set {} in every call, or remove it from what the task writes", what)});
}

}  // namespace

void call_scalar_task(const Task& task, const Program& program, const ParameterSet& parameters,
                      const StepState& state,
                      const std::function<ReducedValue(const ScalarRead&)>& read,
                      std::span<Real> slots) {
  BlockContext context = context_of(task, program, parameters, state);
  for (const ScalarRead& r : task.reads_scalars)
    context.values.push_back(
        {r.declared, r.lag, as_seen(program.scalars[std::size_t(r.scalar)], read(r))});
  std::vector<SettableScalar> settable;
  for (const ScalarWrite& set : task.sets) settable.push_back({set.declared, set.is_rate});
  context.settable = &settable;
  Block block(context);
  call_task(task, block);
  for (std::size_t n = 0; n < settable.size(); ++n) {
    if (!settable[n].value) not_set(task, task.sets[n]);
    slots[std::size_t(task.sets[n].slot)] = *settable[n].value;
  }
}

void combine_scalars(const Task& task, Real dt, std::span<Real> slots) {
  for (const Combination& combination : task.combinations) {
    Real sum = 0;
    bool first = true;
    for (const Combination::Term& term : combination.terms) {
      const Real factor = term.times_dt ? term.factor * dt : term.factor;
      const Real value = factor * slots[std::size_t(term.field)];
      sum = first ? value : sum + value;
      first = false;
    }
    slots[std::size_t(combination.target)] = sum;
  }
}

}  // namespace cardon
