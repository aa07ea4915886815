// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "schedule/schedule_builder.hpp"

namespace cardon {

/// The boundary tasks that must follow `writer`, a task placed in its bin and stage: one per level
/// and set of faces, for all fields that it writes. `fields` are those of the builder and the
/// integrator's registers. `time` is that of what the writer writes to level 0, in steps.
std::vector<Task> boundary_tasks(const ScheduleBuilder& builder, const FieldTable& fields,
                                 const Task& writer, Real time);

}  // namespace cardon
