// SPDX-License-Identifier: Apache-2.0
#include "run/describe_steps.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cardon/kit/counted.hpp>
#include <cmath>

#include "timestep/repeated_leads.hpp"

namespace cardon {
namespace {

std::string end_of(const CheckedRun& run) {
  std::vector<std::string> ends;
  if (run.parameters->has("time.stop", "time"))
    ends.push_back(fmt::format("t = {:.6g}{}", run.parameters->get<Real>("time.stop", "time"),
                               run.program.grid.after_time()));
  if (ends.empty() || run.parameters->has("time.stop", "iterations"))
    ends.push_back(fmt::format("iteration {}", run.max_iterations));
  return fmt::format("{}", fmt::join(ends, " or "));
}

std::string limits_of(const CheckedRun& run) {
  std::vector<std::string> names;
  for (const int id : run.step_limits)
    names.push_back(run.program.scalars[std::size_t(id)].full_name());
  return names.empty() ? "none by fields" : fmt::format("{}", fmt::join(names, ", "));
}

/// By errors the lead is short at first, and for steps that are repeated.
std::string leads_by_errors(const StepRule& rule) {
  std::string text = fmt::format("{} iterations later", rule.lead);
  if (const long first = std::min(rule.lead, rule.shortest); first < rule.lead)
    text += fmt::format(" ({} at first)", first);
  const long repeated = std::min(rule.lead, repeated_lead);
  const long again = std::min(rule.lead, rejected_again_lead);
  if (again == rule.lead) return text;
  return text + fmt::format("; for repeated steps {} later, or {} if they are rejected again",
                            repeated, again);
}

std::string evaluations_line(const StepRule& rule) {
  const std::string start =
      fmt::format("evaluated    every {} iterations; takes effect ", rule.every);
  if (rule.by_errors()) return start + leads_by_errors(rule);
  const std::string lead = rule.lead == rule.every ? "as many" : fmt::format("{}", rule.lead);
  if (rule.shortest == rule.every) return start + fmt::format("{} iterations later", rule.lead);
  return start + fmt::format("{} iterations later (both {} at first and after rejected steps)",
                             lead, rule.shortest);
}

}  // namespace

std::string time_line(const CheckedRun& run) {
  if (run.clock.adaptive()) return "adaptive steps to " + end_of(run);
  const std::string unit = run.program.grid.after_time();
  return fmt::format("dt = {:.6g}{}, {} to t = {:.6g}{}", run.program.dt, unit,
                     counted(run.last_iteration, "iteration"),
                     run.clock.time_at(run.last_iteration), unit);
}

std::vector<std::string> step_rule_lines(const CheckedRun& run) {
  if (!run.clock.adaptive()) return {};
  const StepRule& rule = run.clock.rule();
  const std::string unit = run.program.grid.after_time();
  std::vector<std::string> lines = {fmt::format("limits       {}", limits_of(run))};
  if (rule.by_errors())
    lines.push_back(
        fmt::format("error        of a step at most {:g} + {:g} |u|, as {} estimates it",
                    rule.absolute, rule.tolerance, run.integrator));
  const std::string longest = rule.by_errors()
                                  ? fmt::format(
                                        "the longest step with this error, or {:g} x the smallest "
                                        "limit if that is shorter",
                                        rule.courant)
                                  : fmt::format("{:g} x the smallest limit", rule.courant);
  lines.insert(
      lines.end(),
      {evaluations_line(rule), fmt::format("aim          {:g} x {}", rule.safety, longest),
       fmt::format("growth       at most {:g} from step to step, the first one {:g} of the aim",
                   rule.growth, rule.first),
       fmt::format(
           "rejected     steps longer than {} where they began; the run returns to that iteration",
           longest)});
  if (std::isfinite(rule.max_step))
    lines.push_back(fmt::format("longest      {:.6g}{}", rule.max_step, unit));
  if (rule.min_step > 0) lines.push_back(fmt::format("shortest     {:.6g}{}", rule.min_step, unit));
  return lines;
}

}  // namespace cardon
