// SPDX-License-Identifier: Apache-2.0
#include "startup/time_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "cardon/services/interval.hpp"

namespace cardon {
namespace {

// Outputs are worth a step shorter by this, but not more.
constexpr Real least_share = 0.9;
constexpr long default_iterations = 100;
constexpr long unlimited = 1'000'000'000'000'000;

Real given_step(const ParameterSet& parameters, Real limit, Warnings& warnings,
                std::vector<Problem>& problems) {
  const Real step = parameters.get<Real>("time", "step");
  const Location where = parameters.where("time", "step");
  if (parameters.given("time", "courant"))
    problems.push_back({.slug = "time/step-twice",
                        .message = "time.step and time.courant are both given",
                        .where = where,
                        .help = "keep one of them"});
  if (step > limit)
    warnings.add({.slug = "time/step-too-long",
                  .message = fmt::format("time.step is {:.3g} times what the thorns take for "
                                         "time.courant = 1",
                                         step / limit),
                  .where = where,
                  .notes = {fmt::format("that is {:.6g}{}; most schemes are unstable beyond it",
                                        limit, after_time(parameters))},
                  .help = "set a shorter time.step"});
  return step;
}

/// In a run with adaptive steps it is only what tasks see before the first one.
Real speed_one_limit(const ParameterSet& parameters, const Program& program, Warnings& warnings) {
  Real smallest = std::numeric_limits<Real>::infinity();
  for (int d = 0; d < program.grid.dimensions; ++d)
    smallest = std::min(smallest, program.grid.spacing[d]);
  if (parameters.get<std::string>("time.adaptive", "by") != "none") return smallest;
  warnings.add({.slug = "time/step",
                .message = "no active thorn limits the time step; a speed of 1 is taken",
                .where = parameters.where("time", "courant"),
                .notes = {fmt::format("so time.courant = 1 stands for {:.6g}{}", smallest,
                                      program.grid.after_time())},
                .help = "set time.step, or let the thorn declare thorn.limits_step(...)"});
  return smallest;
}

Real length_of(const ParameterSet& parameters) {
  return parameters.get<Real>("time.stop", "time") - parameters.get<Real>("time", "start");
}

Real checked_length(const ParameterSet& parameters, std::vector<Problem>& problems) {
  const Real length = length_of(parameters);
  if (length < 0)
    problems.push_back({.slug = "time/stop",
                        .message = fmt::format("time.stop.time lies {}{} before time.start",
                                               -length, after_time(parameters)),
                        .where = parameters.where("time.stop", "time"),
                        .help = "set a later time.stop.time"});
  return length;
}

/// A stop that is missed by rounding only counts as reached.
Real steps_to(Real length, Real dt) {
  return std::max(0.0, std::ceil(length / dt * (1 - 1e-12) - 1e-9));
}

bool is_reached(Real length, Real dt, Real steps) {
  return std::abs(steps * dt - length) <= 1e-9 * std::max(length, dt);
}

/// The advice has all digits: numbers that were rounded for people would miss again.
void warn_of_missed_stop(const ParameterSet& parameters, const TimeStep& step, Real steps,
                         Warnings& warnings) {
  const std::string unit = after_time(parameters);
  const Real start = parameters.get<Real>("time", "start");
  const Real end = start + steps * step.dt, before = start + (steps - 1) * step.dt;
  warnings.add(
      {.slug = "time/stop-missed",
       .message = fmt::format("the run ends at {:.9g}{}, after time.stop.time", end, unit),
       .where = parameters.where("time.stop", "time"),
       .notes = {fmt::format("{} has steps of {:.9g}{}, of which no whole number fits",
                             step.from_checkpoint ? "the checkpoint" : "time.step", step.dt, unit)},
       .help = step.from_checkpoint
                   ? fmt::format("set time.stop.time to {:.15g}{} or {:.15g}{}", before, unit, end,
                                 unit)
                   : fmt::format("set time.step to {:.15g}{}, or time.courant in its place",
                                 length_of(parameters) / steps, unit)});
}

/// The longest step up to `longest` of which a whole number fits.
Real divided(Real length, Real longest) {
  const Real steps = steps_to(length, longest);
  return is_reached(length, longest, steps) ? longest : length / steps;
}

/// Of two lengths that are whole multiples of one, up to rounding; otherwise something tiny.
Real common_divisor(Real a, Real b) {
  const Real least = 1e-9 * std::max(a, b);
  while (b > least) {
    const Real rest = std::fmod(a, b);
    a = b;
    b = a - rest < least ? 0 : rest;
  }
  return a;
}

}  // namespace

std::string after_time(const ParameterSet& parameters) {
  const std::string& unit = parameters.registry().find("time")->find("step")->unit;
  return unit.empty() ? "" : ' ' + unit;
}

std::vector<Real> output_times(const ParameterSet& parameters) {
  std::vector<Real> times;
  for (const auto& [path, section] : parameters.registry().sections()) {
    if (!path.starts_with("output.") || section.find("every") == nullptr) continue;
    for (const SectionValues* values : parameters.instances(path)) {
      if (!values->has("every")) continue;
      const auto every = values->get<Interval>("every");
      if (!every.in_iterations()) times.push_back(every.time);
    }
  }
  std::sort(times.rbegin(), times.rend());
  return times;
}

Real fitted_step(const ParameterSet& parameters, Real longest) {
  if (parameters.has("time", "step")) return longest;
  Real base = parameters.has("time.stop", "time") ? std::max(Real(0), length_of(parameters)) : 0;
  Real step = base > 0 ? divided(base, longest) : longest;
  for (const Real every : output_times(parameters)) {
    if (every <= longest) break;
    const Real common = base > 0 ? common_divisor(base, every) : every;
    const Real finer = divided(common, longest);
    if (finer < least_share * longest) continue;
    base = common;
    step = finer;
  }
  return step;
}

Real read_step(const ParameterSet& parameters, Real limit, const Program& program,
               Warnings& warnings, std::vector<Problem>& problems) {
  if (parameters.has("time", "step")) return given_step(parameters, limit, warnings, problems);
  const Real unit_step =
      std::isfinite(limit) ? limit : speed_one_limit(parameters, program, warnings);
  const Real step = parameters.get<Real>("time", "courant") * unit_step;
  const Real start = parameters.get<Real>("time", "start");
  if (!(start + step > start))
    problems.push_back(
        {.slug = "time/step-too-short",
         .message = fmt::format("a step of {1:.3g}{0} does not move the time {2:.3g}{0} on",
                                after_time(parameters), step, start),
         .where = parameters.where("time", "start"),
         .help = "set an earlier time.start or a longer step"});
  return step;
}

long read_last_iteration(const ParameterSet& parameters, const TimeStep& step, Warnings& warnings,
                         std::vector<Problem>& problems) {
  const bool by_iterations = parameters.has("time.stop", "iterations");
  const long last =
      by_iterations ? parameters.get<long>("time.stop", "iterations") : default_iterations;
  if (!parameters.has("time.stop", "time")) return last;
  const Real length = checked_length(parameters, problems);
  const Real steps = steps_to(length, step.dt);
  if (by_iterations && steps >= Real(last)) return last;
  if (steps > Real(unlimited)) {
    problems.push_back(
        {.slug = "time/stop",
         .message = fmt::format("{:.3g} steps of {:.3g}{} would be needed to reach time.stop.time",
                                steps, step.dt, after_time(parameters)),
         .where = parameters.where("time.stop", "time"),
         .help = "set an earlier time.stop.time or a larger time.step"});
    return 0;
  }
  if (length > 0 && !is_reached(length, step.dt, steps))
    warn_of_missed_stop(parameters, step, steps, warnings);
  return long(steps);
}

long read_max_iterations(const ParameterSet& parameters) {
  if (parameters.has("time.stop", "iterations"))
    return parameters.get<long>("time.stop", "iterations");
  return parameters.has("time.stop", "time") ? unlimited : default_iterations;
}

long foreseen_last_iteration(const ParameterSet& parameters, const StepAt& step,
                             std::vector<Problem>& problems) {
  const long most = read_max_iterations(parameters);
  if (!parameters.has("time.stop", "time")) return most;
  checked_length(parameters, problems);
  const Real left = parameters.get<Real>("time.stop", "time") - step.time;
  const Real steps = std::min(steps_to(std::max(Real(0), left), step.dt), Real(unlimited));
  return std::min(most, step.iteration + long(steps));
}

}  // namespace cardon
