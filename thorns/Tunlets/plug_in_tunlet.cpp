// SPDX-License-Identifier: Apache-2.0
#include "plug_in_tunlet.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cardon/kit/counted.hpp>

#include "tunlet_checks.hpp"
#include "tunlet_switches.hpp"

namespace cardon {
namespace {

using Words = std::vector<std::string>;

void add_once(Words& words, const std::string& word) {
  if (std::find(words.begin(), words.end(), word) == words.end()) words.push_back(word);
}

std::string joined(const Words& words) {
  return words.empty() ? "nothing" : fmt::format("{}", fmt::join(words, ", "));
}

/// "step (average of 16)".
std::string words_of(const SensorSpec& sensor, const TunletPlan& plan) {
  std::string at = sensor.at;
  if (const SensorSpec* from = find_by_name(plan.sensors, sensor.from)) at = words_of(*from, plan);
  const std::string& kind = sensor_kinds[std::size_t(sensor.kind)];
  const bool is_average = sensor.kind == SensorKind::average;
  return fmt::format("{} ({}{})", at, kind, is_average ? fmt::format(" of {}", sensor.of) : "");
}

std::string words_of(const ActuatorSpec& actuator) {
  switch (actuator.kind) {
    case ActuatorKind::function:
      return actuator.function;
    case ActuatorKind::switches:
      return "sensors and tunlets that are enabled";
    default:
      return actuator.parameter;
  }
}

std::string when(long window) { return "after windows of " + counted(window, "step"); }

TunletFacts facts_of(const std::string& name, const TunletNeeds& needs, const TunletPlan& plan,
                     long window) {
  Words measures, changes;
  for (const SensorSpec& own : needs.sensors)
    if (const auto* spec = find_by_name(plan.sensors, own.name))
      add_once(measures, words_of(*spec, plan));
  for (const ActuatorSpec& own : needs.actuators)
    if (const auto* spec = find_by_name(plan.actuators, own.name))
      add_once(changes, words_of(*spec));
  return {.name = name,
          .by = name,
          .measures = joined(measures),
          .judges = "what the plug-in finds",
          .changes = joined(changes),
          .when = when(window)};
}

TunletFacts facts_of_rules(const TunletPlan& plan, long window) {
  Words measures, changes;
  for (const TunletRule& rule : plan.rules) {
    if (const auto* sensor = find_by_name(plan.sensors, rule.sensor))
      add_once(measures, words_of(*sensor, plan));
    if (const auto* actuator = find_by_name(plan.actuators, rule.action.actuator))
      add_once(changes, words_of(*actuator));
  }
  return {.name = rules_name,
          .by = "the parameter file",
          .measures = joined(measures),
          .judges = "the conditions of " + counted(plan.rules.size(), "rule"),
          .changes = joined(changes),
          .when = when(window)};
}

}  // namespace

std::deque<PlugInTunlet> plug_in_tunlets(const PlugIns& plug_ins, const TunletPlan& plan,
                                         long window) {
  std::deque<PlugInTunlet> all;
  for (std::size_t n = 0; n < plug_ins.names.size(); ++n)
    all.emplace_back(facts_of(plug_ins.names[n], plug_ins.own[n], plan, window));
  if (!plan.rules.empty()) all.emplace_back(facts_of_rules(plan, window));
  return all;
}

std::vector<StandingTunlet*> pointers_to(std::deque<PlugInTunlet>& tunlets) {
  std::vector<StandingTunlet*> all;
  for (PlugInTunlet& one : tunlets) all.push_back(&one);
  return all;
}

}  // namespace cardon
