// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "schedule/schedule_builder.hpp"

namespace cardon {

/// The scalars that a task reduces, reads and sets, from its declaration. Reports names that nobody
/// declares.
void bind_scalars(ScheduleBuilder& builder, ActiveTask& active);

}  // namespace cardon
