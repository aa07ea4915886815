// SPDX-License-Identifier: Apache-2.0
#include "startup/run_course.hpp"

#include "startup/time_reader.hpp"

namespace cardon {

RunCourse course_of(const CheckedRun& run) {
  RunCourse course{
      run.last_iteration, run.max_iterations, run.checkpoint, {}, step_goals(*run.parameters)};
  for (const OutputEntry& output : run.outputs) course.outputs.push_back(output.cadence);
  return course;
}

RunCourse course_of(const CheckedRun& run, const ParameterSet& parameters, const StepClock& clock,
                    std::vector<Problem>& problems) {
  RunCourse course{.checkpoint = run.checkpoint, .goals = step_goals(parameters)};
  if (clock.adaptive()) {
    course.max_iterations = read_max_iterations(parameters);
    course.last_iteration = foreseen_last_iteration(
        parameters, {clock.iteration(), clock.time(), clock.dt()}, problems);
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
  if (parameters.has("checkpoint", "every"))
    course.checkpoint.every = Cadence(parameters.get<Interval>("checkpoint", "every"), dt);
  for (const OutputEntry& output : run.outputs) {
    const OutputSetup& setup = output.setup;
    course.outputs.emplace_back(
        parameters.section(setup.section, setup.instance).get<Interval>("every"), dt);
  }
  return course;
}

}  // namespace cardon
