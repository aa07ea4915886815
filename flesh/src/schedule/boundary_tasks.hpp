// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <set>
#include <vector>

#include "schedule/schedule_builder.hpp"

namespace cardon {

/// The boundary tasks that must follow `writer`, a task placed in its bin and stage: one per level
/// and set of faces, for all fields that it writes. `fields` are those of the builder and the
/// integrator's registers. `time` is that of what the writer writes to level 0, in steps. Fields
/// that the boundary of a thorn fills together are left out unless `may_fill` says that all of them
/// hold values at that level; then all are filled, whichever of them was written.
using MayFill = std::function<bool(const std::set<int>& fields, int level)>;
std::vector<Task> boundary_tasks(const ScheduleBuilder& builder, const FieldTable& fields,
                                 const Task& writer, Real time, const MayFill& may_fill);

/// The fields that boundaries of thorns fill together with one that the writer writes to a level.
std::set<int> filled_together(const ScheduleBuilder& builder, const FieldTable& fields,
                              const Task& writer, int level);

}  // namespace cardon
