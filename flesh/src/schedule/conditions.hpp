// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>

#include "schedule/schedule_builder.hpp"

namespace cardon {

/// Why a task does not run ("runs only when order = 4 (now 2)"); empty if all its conditions hold.
/// Conditions on what does not exist are reported and count as not holding.
std::optional<std::string> reason_to_idle(ScheduleBuilder& builder, const DeclaredTask& task);
/// The same without a report.
std::optional<std::string> reason_to_idle(const DeclaredTask& task,
                                          const ParameterLookup& parameter);
/// The first condition of the task that does not hold; null if all do.
const Condition* unmet_condition(const DeclaredTask& task, const ParameterLookup& parameter);

}  // namespace cardon
