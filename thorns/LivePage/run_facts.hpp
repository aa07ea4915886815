// SPDX-License-Identifier: Apache-2.0
// What does not change with every step.
#pragma once
#include <cardon/services/parameter_set.hpp>
#include <cardon/services/program.hpp>
#include <nlohmann/json_fwd.hpp>

namespace cardon {

/// The object that /api/v1/schedule answers: tasks in the order of execution, by part of a run, and
/// what they read and write.
nlohmann::ordered_json schedule_json(const Program& program);

/// The list that /api/v1/parameters answers: all that have a value, by section.
nlohmann::ordered_json parameters_json(const ParameterSet& parameters);

}  // namespace cardon
