// SPDX-License-Identifier: Apache-2.0
#include "schedule/conditions.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/suggest.hpp"
#include "parameters/value_reader.hpp"
#include "schedule/parameter_lookup.hpp"

namespace cardon {
namespace {

std::string text(const Condition& condition) {
  return fmt::format("{} = {}", condition.parameter, condition.value);
}

Problem unknown_parameter(const DeclaredTask& task, const Condition& condition) {
  std::vector<std::string> names;
  for (const ParameterDeclaration& p : task.thorn->parameters) names.push_back(p.name);
  Problem problem;
  problem.slug = "schedule/unknown-parameter";
  problem.message = fmt::format("{} runs when {}, but {} has no parameter {}", task.full_name(),
                                text(condition), task.thorn->name, condition.parameter);
  problem.hint = did_you_mean(condition.parameter, names);
  problem.notes = {names.empty()
                       ? fmt::format("{} has no parameters", task.thorn->name)
                       : fmt::format("{} has: {}", task.thorn->name, fmt::join(names, ", "))};
  problem.help = "name a parameter of the thorn itself in .when()";
  return problem;
}

Problem impossible_value(const DeclaredTask& task, const Condition& condition,
                         const ParameterDeclaration& parameter) {
  Problem problem;
  problem.slug = "schedule/impossible-condition";
  problem.message =
      fmt::format("the condition {1} of {0} can never hold", task.full_name(), text(condition));
  problem.hint = did_you_mean(condition.value, parameter.choices);
  problem.notes = {fmt::format("{} is {}", parameter.name, parameter.legal_values())};
  problem.help = "name one of these values in .when()";
  return problem;
}

// The value that a condition names, written as condition_text() writes it: thorns in other
// languages say "1.0" where the value is 1. Nothing if the parameter can never have it.
std::optional<std::string> named_value(const Condition& condition,
                                       const ParameterDeclaration& parameter) {
  try {
    std::string named =
        condition_text(read_value(Node::scalar(condition.value), parameter, parameter.name));
    if (named.empty() && !condition.value.empty()) return std::nullopt;  // a list, say
    return named;
  } catch (const Error&) {
    return std::nullopt;
  }
}

struct Idle {
  const Condition* unmet = nullptr;
  std::string why;
};

// Hands to `report` what is wrong with a condition.
template <class Report>
std::optional<Idle> reason(const DeclaredTask& task, const ParameterLookup& parameter,
                           const Report& report) {
  for (const Condition& condition : task.declaration->when) {
    const auto& parameters = task.thorn->parameters;
    const auto found = std::find_if(parameters.begin(), parameters.end(),
                                    [&](const auto& p) { return p.name == condition.parameter; });
    if (found == parameters.end()) {
      report(unknown_parameter(task, condition));
      return Idle{&condition, "has a condition on an unknown parameter"};
    }
    const std::optional<std::string> wanted = named_value(condition, *found);
    if (!wanted) {
      report(impossible_value(task, condition, *found));
      return Idle{&condition, "has a condition that can never hold"};
    }
    const std::string now = condition_text(parameter(task.thorn->name, condition.parameter));
    if (now != *wanted)
      return Idle{&condition, fmt::format("runs only when {} (now {})", text(condition), now)};
  }
  return std::nullopt;
}

std::optional<std::string> words(const std::optional<Idle>& idle) {
  return idle ? std::optional(idle->why) : std::nullopt;
}

}  // namespace

std::optional<std::string> reason_to_idle(ScheduleBuilder& builder, const DeclaredTask& task) {
  return words(reason(task, builder.input.parameter, [&](Problem problem) {
    builder.report(std::move(problem));
    builder.complete = false;
  }));
}

std::optional<std::string> reason_to_idle(const DeclaredTask& task,
                                          const ParameterLookup& parameter) {
  return words(reason(task, parameter, [](const Problem&) {}));
}

const Condition* unmet_condition(const DeclaredTask& task, const ParameterLookup& parameter) {
  const auto idle = reason(task, parameter, [](const Problem&) {});
  return idle ? idle->unmet : nullptr;
}

}  // namespace cardon
