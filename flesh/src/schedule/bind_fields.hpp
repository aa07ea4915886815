// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "schedule/schedule_builder.hpp"

namespace cardon {

/// The bindings of a task from the reads and writes of its declaration. Reports names and levels
/// that do not exist.
void bind_fields(ScheduleBuilder& builder, ActiveTask& active);

}  // namespace cardon
