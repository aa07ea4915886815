// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/parameter_set.hpp>
#include <cardon/services/program.hpp>
#include <cardon/thorn/error.hpp>
#include <cardon/thorn/parameter.hpp>
#include <string>
#include <vector>

#include "rule_tunlet.hpp"

namespace cardon {

inline constexpr const char* tunlets_section = "tunlets";

/// Parameters of the section, besides the trees `sensors`, `actuators` and `rules`.
inline const Parameter<List<std::string_view>> tunlets_run{
    "run", List<std::string_view>{},
    "Tunlets that monitor the run, by name, such as [quiet_output]"};
inline constexpr Parameter tunlets_window{
    "window", 20, "Steps over which sensors are read before tunlets judge", at_least(1)};
inline const Parameter<List<std::string_view>> tunlets_suspended =
    Parameter{"suspended", List<std::string_view>{},
              "Suspended tunlets, such as [tuning, balancing, rules]"}
        .steerable();
inline const Parameter<List<std::string_view>> tunlets_disabled =
    Parameter{"disabled", List<std::string_view>{}, "Disabled sensors"}.steerable();

/// Everything that sensors, actuators and rules of a run come to.
struct TunletPlan {
  std::vector<SensorSpec> sensors;
  std::vector<ActuatorSpec> actuators;
  std::vector<TunletRule> rules;
};

/// Adds those of the parameter file to what tunlets bring, whose names they may replace, and checks
/// all of them. Problems are appended.
TunletPlan read_tunlets(const ParameterSet& parameters, const Program& program,
                        const TunletNeeds& brought, std::vector<Problem>& problems);

}  // namespace cardon
