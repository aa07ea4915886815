// SPDX-License-Identifier: Apache-2.0
#include "run/time_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "cardon/block.hpp"

namespace cardon {
namespace {

BlockContext context_without_fields(const ThornDeclaration& thorn, const ParameterSet& parameters,
                                    const Program& program) {
  BlockContext context;
  context.task = context.thorn = thorn.name;
  context.parameters = &parameters;
  context.dimensions = program.grid.dimensions;
  for (int d = 0; d < program.grid.dimensions; ++d) context.spacing[d] = program.grid.spacing[d];
  return context;
}

}  // namespace

Real read_step(const ParameterSet& parameters, const std::vector<ThornDeclaration>& thorns,
               const Program& program, Warnings& warnings) {
  if (parameters.has("time", "step")) return parameters.get<Real>("time", "step");
  Real smallest = std::numeric_limits<Real>::infinity();
  for (const ThornDeclaration& thorn : thorns) {
    const BlockContext context = context_without_fields(thorn, parameters, program);
    const Block block(context);
    for (const StepLimitDeclaration& limit : thorn.step_limits)
      smallest = std::min(smallest, limit.function(block));
  }
  if (!(std::isfinite(smallest) && smallest > 0)) {
    smallest = std::numeric_limits<Real>::infinity();
    for (int d = 0; d < program.grid.dimensions; ++d)
      smallest = std::min(smallest, program.grid.spacing[d]);
    warnings.add({.slug = "time/step",
                  .message = "no active thorn limits the time step; a speed of 1 m/s is taken",
                  .where = parameters.where("time", "courant"),
                  .notes = {fmt::format("so time.courant = 1 stands for {:.6g} s", smallest)},
                  .help = "set time.step, or let the thorn declare thorn.limits_step(...)"});
  }
  return parameters.get<Real>("time", "courant") * smallest;
}

long read_last_iteration(const ParameterSet& parameters, Real dt, std::vector<Problem>& problems) {
  constexpr long default_iterations = 100;
  const bool by_iterations = parameters.has("time.stop", "iterations"),
             by_time = parameters.has("time.stop", "time");
  long last = by_iterations ? parameters.get<long>("time.stop", "iterations") : default_iterations;
  if (!by_time) return last;
  const Real length =
      parameters.get<Real>("time.stop", "time") - parameters.get<Real>("time", "start");
  if (length < 0)
    problems.push_back(
        {.slug = "time/stop",
         .message = fmt::format("time.stop.time lies {} s before time.start", -length),
         .where = parameters.where("time.stop", "time"),
         .help = "set a later time.stop.time"});
  // A stop that is missed by rounding only counts as reached.
  const Real steps = std::max(0.0, std::ceil(length / dt * (1 - 1e-12) - 1e-9));
  if (steps > 1e15) {
    problems.push_back(
        {.slug = "time/stop",
         .message = fmt::format("{:.3g} steps of {:.3g} s would be needed to reach time.stop.time",
                                steps, dt),
         .where = parameters.where("time.stop", "time"),
         .help = "set an earlier time.stop.time or a larger time.step"});
    return 0;
  }
  return by_iterations ? std::min(last, long(steps)) : long(steps);
}

}  // namespace cardon
