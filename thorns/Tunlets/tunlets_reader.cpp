// SPDX-License-Identifier: Apache-2.0
#include "tunlets_reader.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cardon/services/node_reading.hpp>
#include <functional>
#include <limits>
#include <set>

#include "parameter_trial.hpp"
#include "tunlet_checks.hpp"

namespace cardon {
namespace {

using Names = std::vector<std::string>;
using Problems = std::vector<Problem>;

template <class Spec>
Names names_of(const std::vector<Spec>& specs) {
  Names names;
  for (const Spec& spec : specs) names.push_back(spec.name);
  return names;
}

std::size_t index_in(const Names& names, const std::string& name) {
  return std::size_t(std::find(names.begin(), names.end(), name) - names.begin());
}

Problem bad(const std::string& slug, const std::string& message, const Location& where,
            const std::string& help) {
  return {.slug = slug, .message = message, .where = where, .help = help};
}

/// Reads the members of a map; what throws is one of the problems.
void read_members(const Node& map, const std::string& owner, const Names& keys, Problems& problems,
                  const std::function<void(const Node&)>& read) {
  if (!map.is_map())
    return problems.push_back(bad("parameter/wrong-type", fmt::format("{} is not a map", owner),
                                  map.where,
                                  fmt::format("its keys are {}", fmt::join(keys, ", "))));
  for (const Node& member : map.children) try {
      if (index_in(keys, member.key) == keys.size()) throw Error(unknown_key(member, owner, keys));
      read(member);
    } catch (const Error& error) {
      problems.insert(problems.end(), error.problems().begin(), error.problems().end());
    }
}

/// Keys that mean nothing for the kind it has.
void refuse_keys(const Node& node, const std::string& slug, const std::string& owner,
                 const std::string& kind, const Names& keys, Problems& problems) {
  for (const std::string& key : keys)
    if (const Node* member = node.find(key))
      problems.push_back(bad(slug,
                             fmt::format("{}.{} has no effect: its kind is {}", owner, key, kind),
                             member->key_where, "omit it, or set another kind"));
}

// A file may change one thing about a sensor that a tunlet brings.
void read_sensor(const Node& node, const Names& points, SensorSpec& spec, Problems& problems) {
  const std::string owner = "tunlets.sensors." + spec.name;
  const std::size_t before = problems.size();
  const Range count{.lower = 1, .upper = double(std::numeric_limits<int>::max())};
  read_members(node, owner, {"at", "region", "from", "kind", "of", "above", "below", "report"},
               problems, [&](const Node& member) {
                 const std::string name = owner + "." + member.key;
                 if (member.key == "at") spec.at = read_keyword(member, name, points);
                 if (member.key == "at") spec.region = false;
                 if (member.key == "region") {
                   spec.at = read_text(member, name);
                   spec.region = true;
                 }
                 if (member.key == "from") spec.from = read_text(member, name);
                 if (member.key == "kind")
                   spec.kind =
                       SensorKind(index_in(sensor_kinds, read_keyword(member, name, sensor_kinds)));
                 if (member.key == "of") spec.of = int(read_integer(member, name, count));
                 if (member.key == "above") spec.above = read_real(member, name, "s", positive);
                 if (member.key == "below") spec.below = read_real(member, name, "s", positive);
                 if (member.key == "report") spec.report = read_boolean(member, name);
               });
  if (problems.size() > before) return;
  Names idle;
  if (spec.kind != SensorKind::average) idle.emplace_back("of");
  if (spec.kind != SensorKind::threshold) idle.insert(idle.end(), {"above", "below"});
  refuse_keys(node, "tunlets/sensor", owner, sensor_kinds[std::size_t(spec.kind)], idle, problems);
}

void read_values(const Node& map, const std::string& name, ActuatorSpec& spec) {
  if (!map.is_map())
    throw Error(bad("parameter/wrong-type", name + " is not a map", map.where,
                    "new values by present ones, such as {5: 10, 10: 20}"));
  spec.values.clear();
  for (const Node& value : map.children)
    spec.values[value.key] = read_text(value, name + "." + value.key);
}

Names read_names(const Node& list, const std::string& name) {
  if (!list.is_list())
    throw Error(bad("parameter/wrong-type", name + " is not a list", list.where,
                    "names of sensors and tunlets, such as [rhs, balancing]"));
  Names names;
  for (const Node& one : list.children) names.push_back(read_text(one, name));
  return names;
}

void read_actuator(const Node& node, ActuatorSpec& spec, Problems& problems) {
  const std::string owner = "tunlets.actuators." + spec.name;
  const std::size_t before = problems.size();
  read_members(node, owner, {"kind", "parameter", "function", "values", "on", "off", "always"},
               problems, [&](const Node& member) {
                 const std::string name = owner + "." + member.key;
                 if (member.key == "kind")
                   spec.kind = ActuatorKind(
                       index_in(actuator_kinds, read_keyword(member, name, actuator_kinds)));
                 if (member.key == "parameter") spec.parameter = read_text(member, name);
                 if (member.key == "function")
                   spec.function = read_keyword(member, name, actuator_functions);
                 if (member.key == "always") spec.always = read_boolean(member, name);
                 if (member.key == "values") read_values(member, name, spec);
                 if (member.key == "on") spec.on = read_names(member, name);
                 if (member.key == "off") spec.off = read_names(member, name);
               });
  if (problems.size() > before) return;
  Names idle;
  if (spec.kind != ActuatorKind::function) idle.emplace_back("function");
  if (spec.kind != ActuatorKind::map) idle.emplace_back("values");
  if (spec.kind != ActuatorKind::switches) idle.insert(idle.end(), {"on", "off"});
  if (spec.kind == ActuatorKind::function || spec.kind == ActuatorKind::switches)
    idle.emplace_back("parameter");
  refuse_keys(node, "tunlets/actuator", owner, actuator_kinds[std::size_t(spec.kind)], idle,
              problems);
}

/// The user's tree of this name, as long as the parameters live; null: there is none.
const Node* tree_of(const ParameterSet& parameters, const char* list) {
  return std::get_if<Node>(&parameters.section(tunlets_section).at(list).value);
}

PlaceOfKey place_in(const Node* tree, const std::string& name) {
  const Node* node = tree == nullptr ? nullptr : tree->find(name);
  return [node](const char* key) {
    if (node == nullptr) return Location{};
    const Node* member = node->find(key);
    return member == nullptr ? node->where : member->where;
  };
}

/// Reads rules against the sensors and actuators there are. Those that are wrong themselves are
/// named once, not again by each rule.
class RuleReader {
 public:
  RuleReader(const ParameterSet& parameters, TunletPlan& plan, const std::set<std::string>& wrong,
             Problems& problems)
      : parameters_(parameters), plan_(plan), wrong_(wrong), problems_(problems) {}

  void read(const Node& node) {
    TunletRule rule;
    rule.statistic = "mean";
    const std::size_t before = problems_.size();
    read_members(node, "tunlets.rules", {"sensor", "statistic", "above", "below", "fire", "value"},
                 problems_, [&](const Node& member) { read_member(member, rule); });
    if (!node.is_map() || is_incomplete(node)) return;
    read_bounds(node, rule);
    if (problems_.size() > before) return;
    check_sensor_of(rule, node);
    check_value(rule, node);
    plan_.rules.push_back(std::move(rule));
  }

 private:
  void read_member(const Node& member, TunletRule& rule) {
    const std::string name = "tunlets.rules." + member.key;
    if (member.key == "sensor") rule.sensor = read_name(member, name, names_of(plan_.sensors));
    if (member.key == "statistic")
      rule.statistic = read_keyword(member, name, {"mean", "slowest", "events"});
    if (member.key == "fire")
      rule.action.actuator = read_name(member, name, names_of(plan_.actuators));
    if (member.key == "value") rule.action.value = member.to_yaml();
  }

  static std::string read_name(const Node& member, const std::string& name, const Names& names) {
    if (!names.empty()) return read_keyword(member, name, names);
    const std::string list = member.key == "sensor" ? "sensors" : "actuators";
    throw Error(bad("tunlets/rule",
                    fmt::format("{} = {}, but there are no {}", name, member.to_yaml(), list),
                    member.where, fmt::format("declare it in tunlets.{}", list)));
  }

  bool is_incomplete(const Node& node) {
    const bool has_one_bound = (node.find("above") == nullptr) != (node.find("below") == nullptr);
    if (node.find("sensor") != nullptr && node.find("fire") != nullptr && has_one_bound)
      return false;
    problems_.push_back(bad("tunlets/rule",
                            "a rule needs a sensor, one of above and below, and fire", node.where,
                            "such as {sensor: rhs, above: 2 ms, fire: often, value: 50}"));
    return true;
  }

  /// Of times in s, or of the number of events.
  void read_bounds(const Node& node, TunletRule& rule) {
    for (const char* key : {"above", "below"}) try {
        const Node* member = node.find(key);
        if (member == nullptr) continue;
        std::optional<double>& bound = *key == 'a' ? rule.above : rule.below;
        const std::string name = fmt::format("tunlets.rules.{}", key);
        bound = rule.statistic != "events" ? read_real(*member, name, "s", positive)
                : *key == 'a'              ? double(read_integer(*member, name, at_least(0)))
                                           : double(read_integer(*member, name, at_least(1)));
      } catch (const Error& error) {
        problems_.insert(problems_.end(), error.problems().begin(), error.problems().end());
      }
  }

  void check_sensor_of(const TunletRule& rule, const Node& node) {
    const SensorSpec* sensor = find_by_name(plan_.sensors, rule.sensor);
    if (sensor->report || wrong_.contains("sensors." + rule.sensor)) return;
    problems_.push_back(
        bad("tunlets/rule",
            fmt::format("sensor {} does not report to rules (report: false)", rule.sensor),
            node.find("sensor")->where, "omit report there, or name a sensor that has its values"));
  }

  void check_value(const TunletRule& rule, const Node& node) {
    const ActuatorSpec* actuator = find_by_name(plan_.actuators, rule.action.actuator);
    if (wrong_.contains("actuators." + rule.action.actuator)) return;
    const Node* value = node.find("value");
    const std::string& kind = actuator_kinds[std::size_t(actuator->kind)];
    if ((value != nullptr) != (actuator->kind == ActuatorKind::value))
      return problems_.push_back(
          bad("tunlets/rule",
              fmt::format("a rule that fires {} {} a value: its kind is {}", actuator->name,
                          value == nullptr ? "needs" : "cannot have", kind),
              value == nullptr ? node.where : value->where,
              value == nullptr ? "such as value: 50" : "omit value"));
    if (value == nullptr) return;
    ParameterTrial trial = try_parameter(parameters_, actuator->parameter, rule.action.value);
    if (!trial.problem) return;
    trial.problem->where = value->where;
    problems_.push_back(*trial.problem);
  }

  const ParameterSet& parameters_;
  TunletPlan& plan_;
  const std::set<std::string>& wrong_;
  Problems& problems_;
};

/// Reads and checks sensors and actuators; notes which are wrong.
class SpecReader {
 public:
  SpecReader(const ParameterSet& parameters, Problems& problems)
      : parameters_(parameters), problems_(problems) {}

  template <class Spec, class Read>
  void read(const char* list, std::vector<Spec>& specs, const Read& read_one) {
    const Node* tree = tree_of(parameters_, list);
    if (tree == nullptr || tree->is_null()) return;
    if (!tree->is_map())
      return problems_.push_back(bad("parameter/wrong-type",
                                     fmt::format("tunlets.{} is not a map of names", list),
                                     tree->where, "such as {rhs: {...}}"));
    for (const Node& member : tree->children) {
      Spec* spec = find_by_name(specs, member.key);
      if (spec == nullptr) spec = &specs.emplace_back(Spec{.name = member.key});
      note_wrong(list, member.key, [&] { read_one(member, *spec); });
    }
  }

  template <class Spec, class Check>
  void check(const char* list, const std::vector<Spec>& specs, const Check& check_one) {
    for (const Spec& spec : specs)
      if (!wrong_.contains(std::string(list) + "." + spec.name))
        note_wrong(list, spec.name,
                   [&] { check_one(spec, place_in(tree_of(parameters_, list), spec.name)); });
  }

  const std::set<std::string>& wrong() const { return wrong_; }

 private:
  template <class Work>
  void note_wrong(const char* list, const std::string& name, const Work& work) {
    const std::size_t before = problems_.size();
    work();
    if (problems_.size() > before) wrong_.insert(std::string(list) + "." + name);
  }

  const ParameterSet& parameters_;
  Problems& problems_;
  std::set<std::string> wrong_;
};

void read_rules(const ParameterSet& parameters, TunletPlan& plan,
                const std::set<std::string>& wrong, Problems& problems) {
  const Node* rules = tree_of(parameters, "rules");
  if (rules == nullptr || rules->is_null()) return;
  if (!rules->is_list())
    return problems.push_back(bad("parameter/wrong-type", "tunlets.rules is not a list",
                                  rules->where,
                                  "such as [{sensor: rhs, above: 2 ms, fire: often, value: 50}]"));
  RuleReader reader(parameters, plan, wrong, problems);
  for (const Node& node : rules->children) reader.read(node);
}

}  // namespace

TunletPlan read_tunlets(const ParameterSet& parameters, const Program& program,
                        const TunletNeeds& brought, Problems& problems) {
  TunletPlan plan{.sensors = brought.sensors, .actuators = brought.actuators, .rules = {}};
  const Names points = sensor_points(program);
  SpecReader reader(parameters, problems);
  reader.read("sensors", plan.sensors,
              [&](const Node& node, SensorSpec& s) { read_sensor(node, points, s, problems); });
  reader.read("actuators", plan.actuators,
              [&](const Node& node, ActuatorSpec& a) { read_actuator(node, a, problems); });
  reader.check("sensors", plan.sensors, [&](const SensorSpec& s, const PlaceOfKey& place) {
    check_sensor(s, plan, points, place, problems);
  });
  reader.check("actuators", plan.actuators, [&](const ActuatorSpec& a, const PlaceOfKey& place) {
    check_actuator(a, parameters, place, problems);
  });
  read_rules(parameters, plan, reader.wrong(), problems);
  return plan;
}

}  // namespace cardon
