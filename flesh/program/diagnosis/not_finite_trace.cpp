// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/not_finite_trace.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "check/stencil_probe.hpp"
#include "console/screen.hpp"
#include "diagnosis/not_finite_search.hpp"
#include "loop/simulation.hpp"

namespace cardon {
namespace {

struct Traced {
  NotFiniteOrigin origin;
  long iteration = 0;  // to which the step leads; 0: that of the initial tasks
  Real time = 0;
};

/// Repeats the run up to the iteration in which something was found.
std::optional<Traced> repeat(const PlacedRun& placed, long last) {
  Warnings said_before;
  Simulation simulation(placed, said_before);
  simulation.disregard_failures();
  StorageAccess* storage = offered_by<StorageAccess>(simulation.driver());
  if (storage == nullptr) return {};
  NotFiniteSearch search(placed.run.program, *storage, *placed.transport);
  simulation.observe([&](const plan::Operation& operation) {
    search.look_at(operation);
    if (!simulation.scalars_are_finite()) search.note_scalar();
  });
  std::optional<Traced> first;
  bool more = true;
  while (more && simulation.iteration() < last && !simulation.done()) {
    try {
      simulation.step();
    } catch (const Error& error) {
      if (error.exit_code() != exit_health) throw;
      more = false;
    }
    if (first && simulation.iteration() < first->iteration) first.reset();  // the step was rejected
    const auto found = search.conclude();
    if (found && !first)
      first = Traced{*found, simulation.iteration(), simulation.step_clock().time()};
    if (first && !simulation.step_clock().adaptive()) more = false;
  }
  simulation.conclude();
  return first;
}

std::string point_text(const Grid& grid, const Index3& index) {
  std::string point, place;
  for (int d = 0; d < grid.dimensions; ++d) {
    const int i = index[std::size_t(d)];
    point += fmt::format("{}{}", d ? ", " : "", i);
    place += fmt::format("{}{:.6g}", d ? ", " : "", grid.coordinate(d, i));
  }
  return fmt::format("point ({}), x = ({}){}", point, place, grid.after_length());
}

std::string help_for(const Traced& traced, const Task& task, bool fixed_step) {
  using Cause = NotFiniteOrigin::Cause;
  if (traced.origin.cause == Cause::unwritten)
    return task.kind == Task::boundary
               ? "inspect the values given with grid.boundary and the points from which the "
                 "boundary is computed"
               : "no task has written what it reads there: cardon check finds tasks that write "
                 "less than they declare";
  if (task.kind == Task::boundary)
    return "inspect the formula of the boundary and the points that it reads";
  if (traced.iteration == 0)
    return "inspect the initial data and their parameters for a division by zero, or a root or "
           "logarithm outside its domain";
  if (traced.origin.cause == Cause::growth)
    return std::string(
               "the fields have grown until they overflowed, as with an unstable scheme: set "
               "a smaller ") +
           (fixed_step ? "time.step" : "time.courant") + ", or more dissipation";
  return "with these values a division by zero, or a root or logarithm outside its domain, is "
         "likely: inspect the formula of the task and look for values that should not occur";
}

/// What `cardon check` would say about the task: a value that it leaves out, for example, is not a
/// matter of its formula.
std::optional<Problem> mistake_of(const Program& program, const ParameterSet& parameters,
                                  const Task& task) {
  if (task.kind != Task::compute || !task.function) return {};
  const StencilProbe found = probe_task(program, parameters, task);
  for (const Problem& problem : found.problems)
    if (problem.slug != "health/not-finite") return problem;
  return {};
}

std::string why_not(double seconds, double limit) {
  return fmt::format(
      "the task that made it is not known: to find it the run would be repeated, which takes about "
      "{}, and health.trace allows {}",
      duration_text(seconds), limit > 0 ? duration_text(limit) : "none");
}

}  // namespace

Problem traced(const PlacedRun& placed, const FieldsNotFinite& found, double seconds) {
  Problem problem = found.problems().front();
  const auto limit = placed.run.parameters->get<Real>("health", "trace");
  if (seconds > limit || limit == 0) {
    problem.notes.push_back(why_not(seconds, limit));
    return problem;
  }
  const auto first = repeat(placed, found.iteration());
  if (!first) {
    problem.notes.emplace_back(found.is_in_scalar()
                                   ? "the run was repeated: no field held NaN before"
                                   : "the run was repeated, and no task was seen to write it");
    return problem;
  }
  const Program& program = placed.run.program;
  const NotFiniteOrigin& origin = first->origin;
  const Task& task = program.tasks[std::size_t(origin.task)];
  problem.slug = "health/not-finite";
  problem.message = fmt::format("{} in {} at iteration {}, time {:.6g}{}",
                                std::isnan(origin.value) ? "NaN" : "infinity",
                                program.fields[std::size_t(origin.field)].full_name(),
                                first->iteration, first->time, program.grid.after_time());
  problem.notes = {
      fmt::format("first at    {}, rank {}", point_text(program.grid, origin.index), origin.rank),
      fmt::format("written by  {}", task.name)};
  if (!origin.reads.empty())
    problem.notes.push_back(fmt::format("it read     {}", fmt::join(origin.reads, ", ")));
  problem.notes.push_back(fmt::format(
      "found by    {}; the run was repeated to find the task",
      found.is_in_scalar() ? found.problems().front().message
                           : fmt::format("the check of iteration {}", found.iteration())));
  problem.help = help_for(*first, task, placed.run.parameters->has("time", "step"));
  if (const auto mistake = mistake_of(program, *placed.run.parameters, task)) {
    problem.notes.push_back(fmt::format("cause       {}", mistake->message));
    problem.help = mistake->help;
  }
  return problem;
}

}  // namespace cardon
