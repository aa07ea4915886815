// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

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

}  // namespace cardon
