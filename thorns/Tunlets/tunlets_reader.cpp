// SPDX-License-Identifier: Apache-2.0
#include "tunlets_reader.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cardon/services/node_reading.hpp>
#include <functional>
#include <set>

#include "actuator.hpp"

namespace cardon {
namespace {

using Names = std::vector<std::string>;
using Problems = std::vector<Problem>;

const Names sensor_kinds{"simple", "timer", "average", "threshold"};
const Names actuator_kinds{"value", "map", "function"};
const Names functions{"replan", "checkpoint", "stop"};

/// Places at which a sensor can be: tasks without the stage of the integrator, "[1/4]".
Names points_of(const Program& program) {
  Names points{"step", "wait for messages"};
  for (const Task& task : program.tasks) {
    const std::string name = task.name.substr(0, task.name.find(" ["));
    if (std::find(points.begin(), points.end(), name) == points.end()) points.push_back(name);
  }
  return points;
}

template <class Spec>
Names names_of(const std::vector<Spec>& specs) {
  Names names;
  for (const Spec& spec : specs) names.push_back(spec.name);
  return names;
}

template <class Spec>
Spec* find_by_name(std::vector<Spec>& specs, const std::string& name) {
  const auto at =
      std::find_if(specs.begin(), specs.end(), [&](const Spec& spec) { return spec.name == name; });
  return at == specs.end() ? nullptr : &*at;
}

std::size_t index_in(const Names& names, const std::string& name) {
  return std::size_t(std::find(names.begin(), names.end(), name) - names.begin());
}

/// Reads the members of a map; what throws is one of the problems.
void read_members(const Node& map, const std::string& owner, const Names& keys, Problems& problems,
                  const std::function<void(const Node&)>& read) {
  if (!map.is_map()) {
    problems.push_back({.slug = "parameter/wrong-type",
                        .message = fmt::format("{} is no map", owner),
                        .where = map.where,
                        .help = fmt::format("its keys are {}", fmt::join(keys, ", "))});
    return;
  }
  for (const Node& member : map.children) try {
      if (index_in(keys, member.key) == keys.size()) throw Error(unknown_key(member, owner, keys));
      read(member);
    } catch (const Error& error) {
      problems.insert(problems.end(), error.problems().begin(), error.problems().end());
    }
}

Problem bad(const std::string& slug, const std::string& message, const Location& where,
            const std::string& help) {
  return {.slug = slug, .message = message, .where = where, .help = help};
}

// A file may change one thing about a sensor that a tunlet brings.
void read_sensor(const Node& node, const Names& points, SensorSpec& spec, Problems& problems) {
  const std::string owner = "tunlets.sensors." + spec.name;
  read_members(node, owner, {"at", "from", "kind", "of", "above", "below", "report"}, problems,
               [&](const Node& member) {
                 const std::string name = owner + "." + member.key;
                 if (member.key == "at") spec.at = read_keyword(member, name, points);
                 if (member.key == "from") spec.from = read_text(member, name);
                 if (member.key == "kind")
                   spec.kind =
                       SensorKind(index_in(sensor_kinds, read_keyword(member, name, sensor_kinds)));
                 if (member.key == "of") spec.of = int(read_integer(member, name, at_least(1)));
                 if (member.key == "above") spec.above = read_real(member, name, "s", positive);
                 if (member.key == "below") spec.below = read_real(member, name, "s", positive);
                 if (member.key == "report") spec.report = read_boolean(member, name);
               });
}

void read_actuator(const Node& node, ActuatorSpec& spec, Problems& problems) {
  const std::string owner = "tunlets.actuators." + spec.name;
  read_members(node, owner, {"kind", "parameter", "function", "values", "always"}, problems,
               [&](const Node& member) {
                 const std::string name = owner + "." + member.key;
                 if (member.key == "kind")
                   spec.kind = ActuatorKind(
                       index_in(actuator_kinds, read_keyword(member, name, actuator_kinds)));
                 if (member.key == "parameter") spec.parameter = read_text(member, name);
                 if (member.key == "function")
                   spec.function = read_keyword(member, name, functions);
                 if (member.key == "always") spec.always = read_boolean(member, name);
                 if (member.key == "values")
                   for (const Node& value : member.children)
                     spec.values[value.key] = read_text(value, name);
               });
}

void read_rule(const Node& node, const TunletPlan& plan, TunletRule& rule, Problems& problems) {
  rule.statistic = "mean";
  read_members(node, "tunlets.rules", {"sensor", "statistic", "above", "below", "fire", "value"},
               problems, [&](const Node& member) {
                 const std::string name = "tunlets.rules." + member.key;
                 if (member.key == "sensor")
                   rule.sensor = read_keyword(member, name, names_of(plan.sensors));
                 if (member.key == "statistic")
                   rule.statistic = read_keyword(member, name, {"mean", "slowest", "events"});
                 if (member.key == "above") rule.above = read_real(member, name, "s", positive);
                 if (member.key == "below") rule.below = read_real(member, name, "s", positive);
                 if (member.key == "fire")
                   rule.action.actuator = read_keyword(member, name, names_of(plan.actuators));
                 if (member.key == "value") rule.action.value = member.to_yaml();
               });
  if (node.is_map() && (node.find("sensor") == nullptr || node.find("fire") == nullptr ||
                        (rule.above > 0) == (rule.below > 0)))
    problems.push_back(bad("tunlets/rule",
                           "a rule needs a sensor, one of above and below, and fire", node.where,
                           "such as {sensor: rhs, above: 2 ms, fire: often, value: 50}"));
}

/// The user's tree of this name, as long as the parameters live; null: there is none.
const Node* tree_of(const ParameterSet& parameters, const char* list) {
  return std::get_if<Node>(&parameters.section(tunlets_section).at(list).value);
}

/// The user's text about a sensor or actuator, or about one key of it; unknown if a tunlet brings
/// it.
Location place_of(const ParameterSet& parameters, const char* list, const std::string& name,
                  const char* key = "") {
  const Node* tree = tree_of(parameters, list);
  const Node* node = tree == nullptr ? nullptr : tree->find(name);
  if (node == nullptr) return {};
  const Node* member = node->find(key);
  return member == nullptr ? node->where : member->where;
}

void check_sensor(const SensorSpec& spec, const TunletPlan& plan, const Names& points,
                  const Location& where, Problems& problems) {
  const auto refuse = [&](const std::string& why, const std::string& help) {
    problems.push_back(
        bad("tunlets/sensor", fmt::format("sensor {}: {}", spec.name, why), where, help));
  };
  const Names sensors = names_of(plan.sensors);
  if (spec.at.empty() == spec.from.empty())
    return refuse("it needs one of at and from", "such as at: step, or from: another sensor");
  if (!spec.at.empty() && index_in(points, spec.at) == points.size())
    return refuse("there is no " + spec.at + " in this run",
                  fmt::format("it can be at {}", fmt::join(points, ", ")));
  if (!spec.from.empty() && index_in(sensors, spec.from) == sensors.size())
    return refuse("there is no sensor " + spec.from,
                  fmt::format("sensors are {}", fmt::join(sensors, ", ")));
  if (spec.kind == SensorKind::threshold && (spec.above > 0) == (spec.below > 0))
    refuse("a threshold needs one of above and below", "such as above: 2 ms");
  std::set<std::string> seen{spec.name};
  for (const SensorSpec* one = &spec; one != nullptr && !one->from.empty();) {
    if (!seen.insert(one->from).second)
      return refuse("its values come from itself", "let one of them be at a task");
    const auto next = std::find_if(plan.sensors.begin(), plan.sensors.end(),
                                   [&](const SensorSpec& s) { return s.name == one->from; });
    one = next == plan.sensors.end() ? nullptr : &*next;
  }
}

void check_actuator(const ActuatorSpec& spec, const ParameterSet& parameters, const Location& where,
                    Problems& problems) {
  const auto refuse = [&](const std::string& why, const std::string& help) {
    problems.push_back(
        bad("tunlets/actuator", fmt::format("actuator {}: {}", spec.name, why), where, help));
  };
  if (spec.kind == ActuatorKind::function) {
    if (spec.function.empty())
      refuse("it needs a function", fmt::format("one of {}", fmt::join(functions, ", ")));
    return;
  }
  if (spec.parameter.empty()) return refuse("it needs a parameter", "such as output.scalars.every");
  if (spec.kind == ActuatorKind::map && spec.values.empty())
    return refuse("a map needs values", "such as values: {5: 10, 10: 20}");
  const auto [path, name] = parameter_name(spec.parameter);
  const ParameterSection* section = parameters.registry().find(path);
  const ParameterDeclaration* declared = section == nullptr ? nullptr : section->find(name);
  if (declared == nullptr || parameters.instances(path).empty())
    return refuse("this run has no parameter " + spec.parameter,
                  "cardon list parameters shows what there is");
  if (declared->steering != Steering::while_running)
    refuse(spec.parameter + " cannot change while the run goes on",
           "an attempt to steer it lists what can change");
}

template <class Spec, class Read>
void read_named(const ParameterSet& parameters, const char* list, std::vector<Spec>& specs,
                Problems& problems, const Read& read) {
  if (!parameters.has(tunlets_section, list)) return;
  const Node& node = parameters.get<Node>(tunlets_section, list);
  if (!node.is_map())
    return problems.push_back(bad("parameter/wrong-type",
                                  fmt::format("tunlets.{} is no map of names", list), node.where,
                                  "such as {rhs: {...}}"));
  for (const Node& member : node.children) {
    Spec* spec = find_by_name(specs, member.key);
    if (spec == nullptr) spec = &specs.emplace_back(Spec{.name = member.key});
    read(member, *spec);
  }
}

void read_rules(const ParameterSet& parameters, TunletPlan& plan, Problems& problems) {
  if (!parameters.has(tunlets_section, "rules")) return;
  const Node& rules = parameters.get<Node>(tunlets_section, "rules");
  if (!rules.is_list())
    return problems.push_back(bad("parameter/wrong-type", "tunlets.rules is no list", rules.where,
                                  "such as [{sensor: rhs, above: 2 ms, fire: often, value: 50}]"));
  for (const Node& node : rules.children)
    read_rule(node, plan, plan.rules.emplace_back(), problems);
}

}  // namespace

TunletPlan read_tunlets(const ParameterSet& parameters, const Program& program,
                        const TunletNeeds& brought, Problems& problems) {
  TunletPlan plan{.sensors = brought.sensors, .actuators = brought.actuators, .rules = {}};
  const Names points = points_of(program);
  read_named(parameters, "sensors", plan.sensors, problems,
             [&](const Node& node, SensorSpec& s) { read_sensor(node, points, s, problems); });
  read_named(parameters, "actuators", plan.actuators, problems,
             [&](const Node& node, ActuatorSpec& a) { read_actuator(node, a, problems); });
  if (!problems.empty()) return plan;
  for (const SensorSpec& spec : plan.sensors)
    check_sensor(spec, plan, points, place_of(parameters, "sensors", spec.name), problems);
  for (const ActuatorSpec& spec : plan.actuators)
    check_actuator(spec, parameters, place_of(parameters, "actuators", spec.name), problems);
  read_rules(parameters, plan, problems);
  return plan;
}

}  // namespace cardon
