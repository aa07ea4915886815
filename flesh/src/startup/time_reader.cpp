// SPDX-License-Identifier: Apache-2.0
#include "startup/time_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cardon/kit/checkpoint/checkpoint_slots.hpp>
#include <cardon/services/interval.hpp>
#include <cmath>
#include <limits>

namespace cardon {
namespace {

// Outputs are worth a step shorter by this, but not more.
constexpr Real min_share = 0.9;
constexpr long default_iterations = 100;
constexpr long unlimited = 1'000'000'000'000'000;

Real given_step(const ParameterSet& parameters, Real limit, Warnings& warnings,
                std::vector<Problem>& problems) {
  const Real step = parameters.get<Real>("time", "step");
  const Location& where = parameters.where("time", "step");
  if (parameters.given("time", "courant"))
    problems.push_back({.slug = "time/step-twice",
                        .message = "time.step and time.courant are both given",
                        .where = where,
                        .help = "keep one of them"});
  if (step > limit)
    warnings.add(
        {.slug = "time/step-too-long",
         .message =
             fmt::format("time.step is {:.3g} times the step of time.courant = 1", step / limit),
         .where = where,
         .notes = {fmt::format("that step is {:.6g}{}; most schemes are unstable beyond it", limit,
                               after_time(parameters))},
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
                .message = "no active thorn limits the time step; a speed of 1 is assumed",
                .where = parameters.where("time", "courant"),
                .notes = {fmt::format("so time.courant = 1 means a step of {:.6g}{}", smallest,
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
                        .message = fmt::format("time.stop.time is {}{} before time.start", -length,
                                               after_time(parameters)),
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

constexpr const char* levels_note =
    "all steps must have the same length, because {} keeps past levels; none can be shortened";

/// The advice has all digits: numbers that were rounded for people would miss again.
void warn_of_missed_stop(const ParameterSet& parameters, Real dt, Real steps,
                         const std::string& past_levels, Warnings& warnings) {
  const std::string unit = after_time(parameters);
  const Real start = parameters.get<Real>("time", "start");
  const Real end = start + steps * dt, before = start + (steps - 1) * dt;
  warnings.add(
      {.slug = "time/stop-missed",
       .message = fmt::format("the run ends at {:.9g}{}, after time.stop.time", end, unit),
       .where = parameters.where("time.stop", "time"),
       .notes = {fmt::format(
                     "the steps of the checkpoint, {:.9g}{}, do not divide the time that is left",
                     dt, unit),
                 fmt::format(levels_note, past_levels)},
       .help =
           fmt::format("set time.stop.time to {:.15g}{} or {:.15g}{}", before, unit, end, unit)});
}

/// The longest step up to `longest` of which a whole number fits.
Real divided(Real length, Real longest) {
  const Real steps = steps_to(length, longest);
  return is_reached(length, longest, steps) ? longest : length / steps;
}

/// Whether time.stop.iterations ends the run before time.stop.time does.
bool ends_by_iterations(const ParameterSet& parameters, Real dt) {
  return parameters.has("time.stop", "iterations") && parameters.has("time.stop", "time") &&
         Real(parameters.get<long>("time.stop", "iterations")) <=
             steps_to(length_of(parameters), dt);
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

/// Sections of outputs that are asked for by time, with their names.
std::vector<std::pair<std::string, const SectionValues*>> outputs_by_time(
    const ParameterSet& parameters) {
  std::vector<std::pair<std::string, const SectionValues*>> outputs;
  for (const auto& [path, section] : parameters.registry().sections()) {
    if (!path.starts_with("output.") || section.find("every") == nullptr) continue;
    for (const SectionValues* values : parameters.instances(path))
      if (values->has("every") && !values->get<Interval>("every").in_iterations())
        outputs.emplace_back(path, values);
  }
  return outputs;
}

}  // namespace

std::string after_time(const ParameterSet& parameters) {
  const std::string& unit = parameters.registry().find("time")->find("step")->unit;
  return unit.empty() ? "" : ' ' + unit;
}

std::vector<Real> output_times(const ParameterSet& parameters) {
  std::vector<Real> times;
  for (const auto& [path, values] : outputs_by_time(parameters))
    times.push_back(values->get<Interval>("every").time);
  std::sort(times.rbegin(), times.rend());
  return times;
}

StepGoals step_goals(const ParameterSet& parameters) {
  StepGoals goals{.stop = {}, .outputs = output_times(parameters)};
  if (parameters.has("time.stop", "time")) goals.stop = parameters.get<Real>("time.stop", "time");
  return goals;
}

std::string field_with_past_levels(const Program& program) {
  for (const plan::Slot& slot : checkpoint_slots(program))
    if (slot.level != 0) return program.fields[std::size_t(slot.field)].full_name();
  return "";
}

Real fitted_step(const ParameterSet& parameters, Real longest, bool can_be_shortened) {
  if (parameters.has("time", "step") &&
      (can_be_shortened || ends_by_iterations(parameters, longest)))
    return longest;
  Real base = parameters.has("time.stop", "time") ? std::max(Real(0), length_of(parameters)) : 0;
  Real step = base > 0 ? divided(base, longest) : longest;
  for (const Real every : output_times(parameters)) {
    if (every <= longest) break;
    const Real common = base > 0 ? common_divisor(base, every) : every;
    const Real finer = divided(common, longest);
    if (finer < min_share * longest) continue;
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
         .message = fmt::format("a step of {1:.3g}{0} is too small to change the time {2:.3g}{0}",
                                after_time(parameters), step, start),
         .where = parameters.where("time", "start"),
         .help = "set an earlier time.start or a longer step"});
  return step;
}

void warn_of_shortened_step(const ParameterSet& parameters, Real dt, const std::string& past_levels,
                            Warnings& warnings) {
  if (!parameters.has("time", "step")) return;
  const Real given = parameters.get<Real>("time", "step");
  if (std::abs(dt - given) <= 1e-9 * given) return;
  const std::string unit = after_time(parameters);
  warnings.add(
      {.slug = "time/step-shortened",
       .message =
           fmt::format("time.step is shortened from {:.9g}{} to {:.9g}{}", given, unit, dt, unit),
       .where = parameters.where("time", "step"),
       .notes = {"time.stop.time and outputs by time must be reached after whole numbers of steps",
                 fmt::format(levels_note, past_levels)},
       .help =
           fmt::format("set time.step to {:.15g}{}, or stop by time.stop.iterations", dt, unit)});
}

void warn_of_missed_outputs(const ParameterSet& parameters, Real dt, const std::string& past_levels,
                            Warnings& warnings) {
  for (const auto& [path, values] : outputs_by_time(parameters)) {
    const Real every = values->get<Interval>("every").time;
    if (every <= dt || is_reached(every, dt, steps_to(every, dt))) continue;
    const std::string unit = after_time(parameters);
    const Real steps = std::floor(every / dt);
    warnings.add(
        {.slug = "time/outputs-missed",
         .message = fmt::format("{} writes up to a step after the multiples of {:.6g}{}", path,
                                every, unit),
         .where = values->at("every").where,
         .notes = {fmt::format("steps are {:.9g}{} long, which does not divide this interval", dt,
                               unit),
                   fmt::format(levels_note, past_levels)},
         .help = fmt::format("set every to {:.15g}{} or {:.15g}{}, or give it in iterations",
                             steps * dt, unit, (steps + 1) * dt, unit)});
  }
}

StepsToTake read_end(const ParameterSet& parameters, const StepClock& clock,
                     const std::string& past_levels, Warnings& warnings,
                     std::vector<Problem>& problems) {
  const bool by_iterations = parameters.has("time.stop", "iterations");
  const long last =
      by_iterations ? parameters.get<long>("time.stop", "iterations") : default_iterations;
  if (!parameters.has("time.stop", "time")) return {last, last};
  const Real dt = clock.full_dt(), length = checked_length(parameters, problems);
  const Real steps = steps_to(length, dt);
  if (by_iterations && steps >= Real(last)) return {last, last};
  if (steps > Real(unlimited)) {
    problems.push_back(
        {.slug = "time/stop",
         .message = fmt::format("{:.3g} steps of {:.3g}{} would be needed to reach time.stop.time",
                                steps, dt, after_time(parameters)),
         .where = parameters.where("time.stop", "time"),
         .help = "set an earlier time.stop.time or a larger time.step"});
    return {};
  }
  const long most = by_iterations ? last : unlimited;
  if (past_levels.empty()) {
    const std::optional<long> foreseen = clock.last_iteration();
    const long end = std::min(most, foreseen.value_or(long(steps)));
    return {end, foreseen ? end : most};
  }
  if (length > 0 && !is_reached(length, dt, steps))
    warn_of_missed_stop(parameters, dt, steps, past_levels, warnings);
  return {long(steps), long(steps)};
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
