// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <vector>

#include "schedule/schedule_builder.hpp"

namespace cardon {

/// The boundary task that fills the right-hand sides of `integrated` at faces whose boundary is of
/// the kind evolution, before a stage of the integrator uses them; nothing where there is none.
std::optional<Task> rate_task(const ScheduleBuilder& builder, FieldTable& fields,
                              const std::vector<int>& integrated);

}  // namespace cardon
