// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/parameter_set.hpp>
#include <functional>
#include <string>
#include <vector>

#include "tunlets_reader.hpp"

namespace cardon {

/// Whether a name is that of a standing tunlet.
using IsStanding = std::function<bool(const std::string& name)>;

/// The tunlet of the rules of the parameter file.
inline constexpr const char* rules_name = "rules";

/// Appends what is wrong with the names of `tunlets.suspended`, `tunlets.disabled` and of actuators
/// that switch.
void check_switches(const ParameterSet& parameters, const TunletPlan& plan,
                    const IsStanding& is_standing, std::vector<Problem>& problems);

/// The sensors that measure nothing: those that are disabled, and those that take the values of
/// such a sensor.
std::vector<std::string> silent_sensors(const std::vector<SensorSpec>& sensors,
                                        std::vector<std::string> disabled);

/// What an actuator sets when it switches: "tunlets.disabled=[rhs]", "tunlets.suspended=[]", or
/// both; none, if everything is so already.
std::vector<std::string> switch_words(const ActuatorSpec& actuator, const TunletPlan& plan,
                                      const ParameterSet& parameters);

}  // namespace cardon
