// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/program.hpp>
#include <cardon/thorn/error.hpp>
#include <vector>

#include "schedule/schedule_input.hpp"

namespace cardon {

/// Makes the program of a run from what the active thorns declare: fields by number, the tasks
/// whose conditions hold in the order that follows from what they read and write, one instance per
/// stage of the integrator, with integrator and boundary tasks between them. `dt` is left to the
/// caller.
///
/// Everything that is wrong is appended to `problems` (slugs schedule/...); the program may be used
/// only if nothing was.
Program build_program(const ScheduleInput& input, std::vector<Problem>& problems);

}  // namespace cardon
