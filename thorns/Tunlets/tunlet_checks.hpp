// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <algorithm>
#include <cardon/services/parameter_set.hpp>
#include <cardon/services/program.hpp>
#include <functional>
#include <string>
#include <vector>

#include "tunlets_reader.hpp"

namespace cardon {

inline const std::vector<std::string> sensor_kinds{"simple", "timer", "average", "threshold"};
inline const std::vector<std::string> actuator_kinds{"value", "map", "function", "switch"};
inline const std::vector<std::string> actuator_functions{"replan", "checkpoint", "stop"};

/// The sensor or actuator of this name; nullptr if there is none.
template <class Specs>
auto* find_by_name(Specs& specs, const std::string& name) {
  const auto at =
      std::find_if(specs.begin(), specs.end(), [&](const auto& spec) { return spec.name == name; });
  return at == specs.end() ? nullptr : &*at;
}

/// Places at which a sensor can be: tasks without the stage of the integrator, "[1/4]".
std::vector<std::string> sensor_points(const Program& program);

/// The place of a key of a sensor or actuator, or of all of it; unknown if a tunlet brings it.
using PlaceOfKey = std::function<Location(const char* key)>;

/// The first thing that is wrong with it is appended.
void check_sensor(const SensorSpec& spec, const TunletPlan& plan,
                  const std::vector<std::string>& points, const PlaceOfKey& place,
                  std::vector<Problem>& problems);
void check_actuator(const ActuatorSpec& spec, const ParameterSet& parameters,
                    const PlaceOfKey& place, std::vector<Problem>& problems);

}  // namespace cardon
