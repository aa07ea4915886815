// SPDX-License-Identifier: Apache-2.0
#include "startup/run_course.hpp"

#include "startup/adaptive_reader.hpp"
#include "startup/constant_limits.hpp"
#include "startup/time_reader.hpp"
#include "startup/tuning_reader.hpp"

namespace cardon {
namespace {

/// The rule of adaptive steps, and the times that they hit.
void read_steps(const CheckedRun& run, const ParameterSet& parameters, RunCourse& course,
                std::vector<Problem>& problems) {
  Warnings unsaid;
  const ConstantLimits limits =
      constant_limits(parameters, run.library.active, run.program, unsaid, problems);
  StepRule rule = read_step_rule(parameters, run.program, limits, unsaid, problems);
  rule.estimate_order = run.estimate_order;
  course.clock = step_clock(parameters, rule, run.program.dt);
  course.longest_dt = read_step(parameters, limits.all, run.program, unsaid, problems);
}

}  // namespace

RunCourse course_of(const CheckedRun& run) {
  RunCourse course{.last_iteration = run.last_iteration,
                   .max_iterations = run.max_iterations,
                   .goals = step_goals(*run.parameters),
                   .tuning = run.tuning,
                   .clock = run.clock,
                   .longest_dt = run.program.longest_dt};
  for (const OutputEntry& output : run.outputs) course.outputs.push_back(output.cadence);
  return course;
}

RunCourse course_of(const CheckedRun& run, const ParameterSet& parameters, const StepClock& clock,
                    std::vector<Problem>& problems) {
  RunCourse course{.goals = step_goals(parameters), .longest_dt = run.program.longest_dt};
  course.tuning = read_tuning_values(run.tuning, parameters, run.library.catalogue, problems);
  if (clock.adaptive()) {
    course.max_iterations = read_max_iterations(parameters);
    course.last_iteration = foreseen_last_iteration(
        parameters, {clock.iteration(), clock.time(), clock.dt()}, problems);
    read_steps(run, parameters, course, problems);
  } else {
    Warnings unsaid;  // the step is what it is
    StepClock changed = clock;
    const std::string past_levels = field_with_past_levels(run.program);
    if (past_levels.empty()) changed.aim_at(course.goals);
    const StepsToTake end = read_end(parameters, changed, past_levels, unsaid, problems);
    course.last_iteration = end.last_iteration;
    course.max_iterations = end.max_iterations;
  }
  const Real dt = run.program.dt;
  for (const OutputEntry& output : run.outputs) {
    const OutputSetup& setup = output.setup;
    course.outputs.emplace_back(
        parameters.section(setup.section, setup.instance).get<Interval>("every"), dt);
  }
  return course;
}

}  // namespace cardon
