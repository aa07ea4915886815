// SPDX-License-Identifier: Apache-2.0
#include "tunlet_checks.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "parameter_trial.hpp"

namespace cardon {
namespace {

// Names stand in tables and on the screen.
bool is_one_word(const std::string& name) {
  return !name.empty() && std::all_of(name.begin(), name.end(),
                                      [](unsigned char c) { return c > 0x20 && c != 0x7f; });
}

std::string shown(std::string name) {
  std::replace_if(
      name.begin(), name.end(), [](unsigned char c) { return c < 0x20 || c == 0x7f; }, '?');
  return name;
}

/// Appends problems of one sensor or actuator.
struct Refusal {
  const char* noun;
  const std::string& name;
  const PlaceOfKey& place;
  std::vector<Problem>& problems;

  Problem& operator()(const std::string& why, const char* key, const std::string& help) const {
    return problems.emplace_back(
        Problem{.slug = fmt::format("tunlets/{}", noun),
                .message = fmt::format("{} {}: {}", noun, shown(name), why),
                .where = place(key),
                .help = help});
  }
};

std::string sensor_names(const TunletPlan& plan) {
  std::vector<std::string> names;
  for (const SensorSpec& spec : plan.sensors) names.push_back(shown(spec.name));
  return fmt::format("{}", fmt::join(names, ", "));
}

bool feeds_itself(const SensorSpec& spec, const TunletPlan& plan) {
  std::set<std::string> seen{spec.name};
  for (const SensorSpec* one = &spec; one != nullptr && !one->from.empty();
       one = find_by_name(plan.sensors, one->from))
    if (!seen.insert(one->from).second) return true;
  return false;
}

/// A value that the parameter cannot have, at the key `values`.
void check_values(const ActuatorSpec& spec, const ParameterSet& parameters, const Refusal& refuse) {
  for (const auto& [from, to] : spec.values)
    for (const std::string& value : {from, to}) {
      const ParameterTrial trial = try_parameter(parameters, spec.parameter, value);
      if (!trial.problem) continue;
      Problem& problem = refuse(trial.problem->message, "values", trial.problem->help);
      problem.hint = trial.problem->hint;
      problem.notes = trial.problem->notes;
      return;
    }
}

}  // namespace

std::vector<std::string> sensor_points(const Program& program) {
  std::vector<std::string> points{"step", "wait for messages", "tuning", "balancing"};
  for (const Task& task : program.tasks) {
    const std::string name = task.plain_name();
    if (std::find(points.begin(), points.end(), name) == points.end()) points.push_back(name);
  }
  return points;
}

void check_sensor(const SensorSpec& spec, const TunletPlan& plan,
                  const std::vector<std::string>& points, const PlaceOfKey& place,
                  std::vector<Problem>& problems) {
  const Refusal refuse{"sensor", spec.name, place, problems};
  if (!is_one_word(spec.name)) {
    refuse("its name has to be one word", "", "use letters, digits and underscores");
  } else if (spec.at.empty() == spec.from.empty()) {
    refuse("it needs one of at, region and from", "", "such as at: step, or from: another sensor");
  } else if (!spec.at.empty() && !spec.region &&
             std::find(points.begin(), points.end(), spec.at) == points.end()) {
    refuse("there is no " + spec.at + " in this run", "at",
           fmt::format("it can be at {}", fmt::join(points, ", ")));
  } else if (!spec.from.empty() && find_by_name(plan.sensors, spec.from) == nullptr) {
    refuse("there is no sensor " + spec.from, "from", "sensors are " + sensor_names(plan));
  } else if (spec.kind == SensorKind::threshold && (spec.above > 0) == (spec.below > 0)) {
    refuse("a threshold needs one of above and below", "", "such as above: 2 ms");
  } else if (spec.kind == SensorKind::average && spec.of < 1) {
    refuse("an average needs at least one value", "of", "such as of: 16");
  } else if (feeds_itself(spec, plan)) {
    refuse("its values come from itself", "from", "let one of them be at a task");
  }
}

void check_actuator(const ActuatorSpec& spec, const ParameterSet& parameters,
                    const PlaceOfKey& place, std::vector<Problem>& problems) {
  const Refusal refuse{"actuator", spec.name, place, problems};
  const auto& functions = actuator_functions;
  if (!is_one_word(spec.name)) {
    refuse("its name has to be one word", "", "use letters, digits and underscores");
    return;
  }
  if (spec.kind == ActuatorKind::function) {
    if (std::find(functions.begin(), functions.end(), spec.function) == functions.end())
      refuse("it needs a function", "function",
             fmt::format("one of {}", fmt::join(functions, ", ")));
    return;
  }
  if (spec.kind == ActuatorKind::switches) {
    if (spec.on.empty() && spec.off.empty())
      refuse("it has nothing to switch", "", "such as on: [rhs], off: [step]");
    else if (spec.always)
      refuse("it is always armed, but switches once", "always", "let a rule or a tunlet fire it");
    return;
  }
  if (spec.parameter.empty()) {
    refuse("it needs a parameter", "", "such as output.scalars.every");
    return;
  }
  if (spec.kind == ActuatorKind::map && spec.values.empty()) {
    refuse("a map needs values", "", "such as values: {5: 10, 10: 20}");
    return;
  }
  if (spec.kind == ActuatorKind::value && spec.always) {
    refuse("it is always armed, but has no value to set", "always",
           "let a rule or a tunlet fire it, or use kind: map");
    return;
  }
  const auto [path, name] = parameter_name(spec.parameter);
  const ParameterSection* section = parameters.registry().find(path);
  const ParameterDeclaration* declared = section == nullptr ? nullptr : section->find(name);
  if (declared == nullptr || parameters.instances(path).empty()) {
    const auto unknown = try_parameter(parameters, spec.parameter, "1").problem;
    Problem& problem = refuse("this run has no parameter " + spec.parameter, "parameter",
                              "cardon list parameters lists all parameters");
    if (declared == nullptr && unknown) problem.hint = unknown->hint;
    return;
  }
  if (declared->steering != Steering::while_running) {
    refuse(spec.parameter + " cannot change during the run", "parameter",
           fmt::format("cardon describe {} says which parameters can", path));
    return;
  }
  check_values(spec, parameters, refuse);
}

}  // namespace cardon
