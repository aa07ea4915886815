// SPDX-License-Identifier: Apache-2.0
#include "startup/constant_limits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cardon/thorn/block.hpp>
#include <cmath>

#include "grid/task_call.hpp"
#include "guards/endless_tasks.hpp"

namespace cardon {
namespace {

BlockContext context_without_fields(const ThornDeclaration& thorn, const ParameterSet& parameters,
                                    const Program& program) {
  BlockContext context;
  context.thorn = thorn.name;
  context.parameters = &parameters;
  set_grid(program.grid, context);
  return context;
}

/// Nothing that a task could declare would make a field or scalar available here.
Problem without_advice_for_tasks(Problem problem) {
  if (problem.slug != "schedule/undeclared") return problem;
  problem.notes = {"step limits are computed before fields exist"};
  problem.help = "compute the limit from parameters, data files and the spacing";
  return problem;
}

/// 0 stands for a thorn that has no limit with these parameters.
void check_limit(const std::string& name, Real step) {
  if (step >= 0 && std::isfinite(step)) return;
  throw Error(Problem{
      .slug = "time/step-limit",
      .message = fmt::format("{} limits the step to {}, but the limit must be above 0", name, step),
      .notes = {"the only other allowed value is 0, for a thorn without a limit"},
      .help = "correct the function that the thorn passes to limits_step"});
}

/// The smallest limit of a thorn; infinite if it has none.
Real smallest_limit(const ThornDeclaration& thorn, BlockContext context,
                    std::vector<Problem>& problems) {
  Real smallest = std::numeric_limits<Real>::infinity();
  for (const StepLimitDeclaration& limit : thorn.step_limits) {
    if (!limit.function) continue;
    const std::string name = thorn.name + "::" + limit.name;
    context.task = name;
    try {
      const Real step = call_step_limit(name, limit.function, Block(context));
      check_limit(name, step);
      if (step > 0) smallest = std::min(smallest, step);
    } catch (const Error& error) {
      for (const Problem& problem : error.problems())
        problems.push_back(without_advice_for_tasks(problem));
    }
  }
  return smallest;
}

bool sees_fields(const ThornDeclaration& thorn) {
  return std::any_of(thorn.step_limits.begin(), thorn.step_limits.end(),
                     [](const StepLimitDeclaration& limit) { return !limit.function; });
}

}  // namespace

ConstantLimits constant_limits(const ParameterSet& parameters,
                               const std::vector<ThornDeclaration>& thorns, const Program& program,
                               Warnings& warnings, std::vector<Problem>& problems) {
  const EndlessTasks endless(parameters, warnings);
  ConstantLimits limits;
  for (const ThornDeclaration& thorn : thorns) {
    BlockContext context = context_without_fields(thorn, parameters, program);
    context.warn = [&](const Problem& problem) { warnings.add(problem); };
    const Real smallest = smallest_limit(thorn, std::move(context), problems);
    limits.all = std::min(limits.all, smallest);
    if (sees_fields(thorn))
      limits.by_fields = true;
    else
      limits.of_blind_thorns = std::min(limits.of_blind_thorns, smallest);
  }
  return limits;
}

}  // namespace cardon
