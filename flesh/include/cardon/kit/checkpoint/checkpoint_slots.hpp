// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/plan/slot.hpp>
#include <cardon/services/program.hpp>
#include <string>
#include <vector>

namespace cardon {

/// The levels of fields that a restarted run needs: those that carry something from step to step.
/// Derived fields are computed again for every output.
std::vector<plan::Slot> checkpoint_slots(const Program& program);
/// Whether a run cannot continue without a field: it is advanced in time, or only initial tasks
/// write it.
bool is_needed(const Program& program, const GridFunction& field);
/// Full names of the scalars that are state outside the grid, in the order of the program.
std::vector<std::string> state_names(const Program& program);

}  // namespace cardon
