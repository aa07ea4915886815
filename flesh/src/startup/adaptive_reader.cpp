// SPDX-License-Identifier: Apache-2.0
#include "startup/adaptive_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "startup/changed_parameter.hpp"
#include "startup/error_estimate.hpp"
#include "startup/time_reader.hpp"

namespace cardon {
namespace {

constexpr const char* adaptive = "time.adaptive";
// Estimates of errors cost a right-hand side, so there are fewer of them.
constexpr long every_by_limits = 24, every_by_errors = 32;
// At the start, by limits after a rejection, too: steps between evaluations, by errors `lead`.
// Errors that are looked at more often are no better known: they depend on where a front is between
// two points.
constexpr long usual_shortest = 8;
// What a message to rank 0 and back takes at most in usual runs. A rejection costs so many steps,
// and errors are rejected more often than limits.
constexpr long lead_by_limits = 24, lead_by_errors = 16;

void warn_of_idle_section(const ParameterSet& parameters, Warnings& warnings) {
  for (const char* name : {"every", "lead", "safety", "growth", "first", "min_step", "max_step",
                           "tolerance", "absolute_tolerance"})
    if (is_changed(parameters.section(adaptive), name))
      return warnings.add(
          {.slug = "time/adaptive-idle",
           .message = fmt::format("{}.{} is set, but steps are fixed", adaptive, name),
           .where = parameters.where(adaptive, name),
           .help = "set time.adaptive.by: limits or errors, or remove the section"});
}

void warn_of_idle_tolerance(const ParameterSet& parameters, Warnings& warnings) {
  for (const char* name : {"tolerance", "absolute_tolerance"})
    if (is_changed(parameters.section(adaptive), name))
      return warnings.add(
          {.slug = "time/adaptive-idle",
           .message = fmt::format("{}.{} is set, but steps do not follow errors", adaptive, name),
           .where = parameters.where(adaptive, name),
           .help = "set time.adaptive.by: errors, or remove it"});
}

StepRule values(const ParameterSet& parameters, const ConstantLimits& limits) {
  StepRule rule;
  rule.by = follows_errors(parameters) ? StepRule::By::errors : StepRule::By::limits;
  rule.time_unit = after_time(parameters);
  rule.tolerance = parameters.get<Real>(adaptive, "tolerance");
  rule.absolute = parameters.get<Real>(adaptive, "absolute_tolerance");
  rule.every = steps_between_evaluations(parameters);
  const bool grows = rule.by_errors() || !parameters.has(adaptive, "every");
  rule.shortest = grows ? std::min(rule.every, usual_shortest) : rule.every;
  rule.lead = parameters.has(adaptive, "lead")
                  ? parameters.get<int>(adaptive, "lead")
                  : std::min(rule.every, rule.by_errors() ? lead_by_errors : lead_by_limits);
  rule.courant = parameters.get<Real>("time", "courant");
  rule.safety = parameters.get<Real>(adaptive, "safety");
  rule.growth = parameters.get<Real>(adaptive, "growth");
  rule.first = parameters.get<Real>(adaptive, "first");
  rule.min_step = parameters.get<Real>(adaptive, "min_step");
  if (parameters.has(adaptive, "max_step"))
    rule.max_step = parameters.get<Real>(adaptive, "max_step");
  rule.max_step = std::min(rule.max_step, rule.courant * limits.of_blind_thorns);
  return rule;
}

void check_values(const ParameterSet& parameters, const StepRule& rule,
                  std::vector<Problem>& problems) {
  if (rule.lead > rule.every)
    problems.push_back(
        {.slug = "time/lead",
         .message = fmt::format("time.adaptive.lead, {}, is larger than time.adaptive.every, {}",
                                rule.lead, rule.every),
         .where = parameters.where(adaptive, "lead"),
         .notes = {"an evaluation must take effect before the next one starts"},
         .help = "set a smaller lead, or a larger every"});
  if (rule.by_errors() && rule.lead == 0)
    problems.push_back({.slug = "time/lead",
                        .message = "time.adaptive.lead is 0, but an error is known after its step",
                        .where = parameters.where(adaptive, "lead"),
                        .help = "set lead to 1 or more"});
  if (rule.min_step > rule.max_step)
    problems.push_back(
        {.slug = "time/min-step",
         .message = fmt::format("time.adaptive.min_step, {:.6g}{}, is longer than the longest step "
                                "allowed, {:.6g}{}",
                                rule.min_step, rule.time_unit, rule.max_step, rule.time_unit),
         .where = parameters.where(adaptive, "min_step"),
         .help = "set a shorter min_step"});
  if (parameters.has("time", "step") && !rule.by_errors())
    problems.push_back({.slug = "time/step-twice",
                        .message = "time.step fixes the step, and time.adaptive lets it vary",
                        .where = parameters.where("time", "step"),
                        .help = "remove time.step, or time.adaptive"});
}

/// What goes back to earlier steps keeps current levels only, too.
void check_levels(const ParameterSet& parameters, const Program& program,
                  std::vector<Problem>& problems) {
  const std::string field = field_with_past_levels(program);
  if (field.empty()) return;
  problems.push_back(
      {.slug = "time/adaptive-levels",
       .message = fmt::format("steps cannot vary: {} keeps past levels", field),
       .where = parameters.where(adaptive, "by"),
       .notes = {"schemes and boundaries that use them need a fixed step"},
       .help = "keep the step fixed, or evolve the field with an integrator and boundaries that "
               "need no past level"});
}

void warn_of_missing_limits(const ParameterSet& parameters, Warnings& warnings) {
  warnings.add({.slug = "time/adaptive-blind",
                .message = "steps are adaptive, but no active thorn has a limit by its fields",
                .where = parameters.where(adaptive, "by"),
                .notes = {"the step grows to a fixed length"},
                .help = "remove time.adaptive, or let the thorn declare "
                        "thorn.limits_step(scalar)"});
}

}  // namespace

long steps_between_evaluations(const ParameterSet& parameters) {
  if (parameters.has(adaptive, "every")) return parameters.get<int>(adaptive, "every");
  return follows_errors(parameters) ? every_by_errors : every_by_limits;
}

StepRule read_step_rule(const ParameterSet& parameters, const Program& program,
                        const ConstantLimits& limits, Warnings& warnings,
                        std::vector<Problem>& problems) {
  if (parameters.get<std::string>(adaptive, "by") == "none") {
    warn_of_idle_section(parameters, warnings);
    return {};
  }
  const StepRule rule = values(parameters, limits);
  check_values(parameters, rule, problems);
  check_levels(parameters, program, problems);
  if (rule.by_errors()) return rule;
  warn_of_idle_tolerance(parameters, warnings);
  if (!limits.by_fields) warn_of_missing_limits(parameters, warnings);
  return rule;
}

StepClock step_clock(const ParameterSet& parameters, const StepRule& rule, Real dt) {
  const Real start = parameters.get<Real>("time", "start");
  if (!rule.adaptive()) return {start, dt};
  const StepGoals goals = step_goals(parameters);
  return {rule, start, dt, goals.stop, goals.outputs};
}

}  // namespace cardon
