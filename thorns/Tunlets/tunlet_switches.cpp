// SPDX-License-Identifier: Apache-2.0
#include "tunlet_switches.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace cardon {
namespace {

using NameList = std::vector<std::string>;

bool holds(const NameList& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool is_sensor(const TunletPlan& plan, const std::string& name) {
  return std::any_of(plan.sensors.begin(), plan.sensors.end(),
                     [&](const SensorSpec& sensor) { return sensor.name == name; });
}

bool is_tunlet(const ParameterSet& parameters, const IsStanding& is_standing,
               const std::string& name) {
  return name == rules_name || holds(parameters.get(tunlets_section, tunlets_run), name) ||
         (is_standing && is_standing(name));
}

Problem unknown_name(const std::string& list, const std::string& name, const char* noun,
                     const Location& where) {
  return {.slug = "tunlets/switch",
          .message = fmt::format("{} names {}, but this run has no such {}", list, name, noun),
          .where = where,
          .help =
              "sensors are those of tunlets.sensors and of plug-ins; tunlets are those of "
              "tunlets.run, rules, tuning and balancing"};
}

/// The word for one list: without those of `on`, with those of `off`, as far as `belongs` to it.
template <class Belongs>
void add_word(const Parameter<List<std::string_view>>& list, const ActuatorSpec& actuator,
              const ParameterSet& parameters, const Belongs& belongs, NameList& words) {
  const NameList before = parameters.get(tunlets_section, list);
  NameList now = before;
  std::erase_if(now,
                [&](const std::string& name) { return belongs(name) && holds(actuator.on, name); });
  for (const std::string& name : actuator.off)
    if (belongs(name) && !holds(now, name)) now.push_back(name);
  if (now != before)
    words.push_back(fmt::format("{}.{}=[{}]", tunlets_section, list.name(), fmt::join(now, ", ")));
}

}  // namespace

void check_switches(const ParameterSet& parameters, const TunletPlan& plan,
                    const IsStanding& is_standing, std::vector<Problem>& problems) {
  for (const std::string& name : parameters.get(tunlets_section, tunlets_disabled))
    if (!is_sensor(plan, name))
      problems.push_back(unknown_name("tunlets.disabled", name, "sensor",
                                      parameters.where(tunlets_section, tunlets_disabled.name())));
  for (const std::string& name : parameters.get(tunlets_section, tunlets_suspended))
    if (!is_tunlet(parameters, is_standing, name))
      problems.push_back(unknown_name("tunlets.suspended", name, "tunlet",
                                      parameters.where(tunlets_section, tunlets_suspended.name())));
  for (const ActuatorSpec& actuator : plan.actuators)
    for (const NameList* names : {&actuator.on, &actuator.off})
      for (const std::string& name : *names)
        if (!is_sensor(plan, name) && !is_tunlet(parameters, is_standing, name))
          problems.push_back(unknown_name("actuator " + actuator.name, name, "sensor or tunlet",
                                          parameters.where(tunlets_section, "actuators")));
}

std::vector<std::string> switch_words(const ActuatorSpec& actuator, const TunletPlan& plan,
                                      const ParameterSet& parameters) {
  NameList words;
  add_word(
      tunlets_disabled, actuator, parameters,
      [&](const std::string& name) { return is_sensor(plan, name); }, words);
  add_word(
      tunlets_suspended, actuator, parameters,
      [&](const std::string& name) { return !is_sensor(plan, name); }, words);
  return words;
}

std::vector<std::string> silent_sensors(const std::vector<SensorSpec>& sensors,
                                        std::vector<std::string> disabled) {
  const auto is_silent = [&](const std::string& name) {
    return std::find(disabled.begin(), disabled.end(), name) != disabled.end();
  };
  // A sensor may stand before the one whose values it takes.
  for (std::size_t round = 0; round < sensors.size(); ++round)
    for (const SensorSpec& sensor : sensors)
      if (!sensor.from.empty() && is_silent(sensor.from) && !is_silent(sensor.name))
        disabled.push_back(sensor.name);
  return disabled;
}

}  // namespace cardon
