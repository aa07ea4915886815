// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/not_finite_trace.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <utility>

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

/// What was found first in steps that were not rejected, or else in the last step that was.
class FirstFound {
 public:
  /// After a step: `ends`, where it was to lead to; `now`, where the run is after it.
  void note(const std::optional<NotFiniteOrigin>& found, const StepAnchor& ends, long now) {
    if (found) {
      const Traced traced{*found, ends.iteration, ends.time};
      if (!kept_ && now >= ends.iteration)
        kept_ = traced;
      else if (now < ends.iteration)
        rejected_ = traced;
    } else if (rejected_ && now >= rejected_->iteration) {
      rejected_.reset();  // a shorter step did without
    }
    if (kept_ && now < kept_->iteration) rejected_ = std::exchange(kept_, {});
  }
  const std::optional<Traced>& kept() const { return kept_; }
  /// After the end of the run.
  const std::optional<Traced>& result() const { return kept_ ? kept_ : rejected_; }

 private:
  std::optional<Traced> kept_, rejected_;
};

/// Repeats the run up to the iteration in which something was found.
std::optional<Traced> repeat(const PlacedRun& placed, long last) {
  Warnings said_before;
  Simulation simulation(placed, said_before);
  simulation.disregard_failures();
  StorageAccess* storage = offered_by<StorageAccess>(simulation.driver());
  if (storage == nullptr) return {};
  NotFiniteSearch search(placed.run.program, *storage, *placed.transport,
                         [&](const ScalarRead& read) { return simulation.scalar(read); });
  StepAnchor ends;
  simulation.observe([&](const plan::Operation& operation) {
    const long step = simulation.iteration() + 1;
    ends = {step, simulation.step_clock().time_at(step)};
    search.look_at(operation);
    if (!simulation.scalars_are_finite()) search.note_scalar();
  });
  FirstFound first;
  bool more = true;
  while (more && simulation.iteration() < last && !simulation.done()) {
    try {
      simulation.step();
    } catch (const Error& error) {
      if (error.exit_code() != exit_health) throw;
      more = false;
    }
    first.note(search.conclude(), ends, simulation.iteration());
    if (first.kept() && !simulation.step_clock().adaptive()) more = false;
  }
  simulation.conclude();
  return first.result();
}

std::string point_text(const Grid& grid, const Index3& index) {
  std::string point, position;
  for (int d = 0; d < grid.dimensions; ++d) {
    const int i = index[std::size_t(d)];
    point += fmt::format("{}{}", d ? ", " : "", i);
    position += fmt::format("{}{:.6g}", d ? ", " : "", grid.coordinate(d, i));
  }
  return fmt::format("point ({}), x = ({}){}", point, position, grid.after_length());
}

/// What makes the steps of this run shorter.
std::string shorter_steps(const PlacedRun& placed) {
  if (placed.run.clock.rule().by_errors()) return "time.adaptive.tolerance";
  return placed.run.parameters->has("time", "step") ? "time.step" : "time.courant";
}

std::string help_for(const Traced& traced, const Task& task, const std::string& shorter_steps) {
  using Cause = NotFiniteOrigin::Cause;
  if (traced.origin.cause == Cause::scalar) return traced.origin.help;
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
    return "the fields have grown until they overflowed, as with an unstable scheme: set a "
           "smaller " +
           shorter_steps + ", or more dissipation";
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
      "the task that produced it is unknown; finding it means repeating the run, which takes about "
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
  problem.help = help_for(*first, task, shorter_steps(placed));
  if (!origin.of_scalar.empty())
    problem.notes.push_back(fmt::format("cause       {}", origin.of_scalar));
  else if (const auto mistake = mistake_of(program, *placed.run.parameters, task)) {
    problem.notes.push_back(fmt::format("cause       {}", mistake->message));
    problem.help = mistake->help;
  }
  return problem;
}

}  // namespace cardon
