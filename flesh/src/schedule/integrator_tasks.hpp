// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/integrator.hpp>
#include <string>
#include <vector>

#include "fields/field_table.hpp"
#include "schedule/schedule_builder.hpp"

namespace cardon {

/// Fields, by id, that the integrator advances in this region: where their right-hand sides are
/// computed, or up to the faces.
std::vector<int> integrated_fields(const ScheduleBuilder& builder, Region region);

/// Fields that one task of the integrator advances.
struct IntegratedGroup {
  Region region;
  std::vector<int> fields;  ///< ids
};

/// All that the integrator advances, those fields first that leave boundary points to a boundary.
/// The right-hand sides of a group are written by the same tasks. Ghost layers are counted per
/// task: in a task for all fields, each would need as many as the one whose right-hand side reads
/// farthest.
std::vector<IntegratedGroup> integrated_groups(const ScheduleBuilder& builder);

/// Of the task for this group, one of `groups`: "rk4" or, next to others, "rk4 of phi".
std::string group_name(const ScheduleBuilder& builder, const IntegratedGroup& group,
                       std::size_t groups);

/// Turns updates of an integrator into a task: for each of `integrated` all of them in order. Makes
/// the right-hand sides and registers that it needs. Bindings read a grid function only if the task
/// does so before it writes it.
Task combine_task(const std::vector<StageUpdate>& updates, const std::vector<int>& integrated,
                  FieldTable& fields);

/// "[2/4]"
std::string stage_mark(int stage, std::size_t stages);

}  // namespace cardon
