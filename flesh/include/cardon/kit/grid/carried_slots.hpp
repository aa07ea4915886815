// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/plan/slot.hpp>
#include <cardon/services/program.hpp>
#include <vector>

namespace cardon {

/// The levels of fields whose values at the end of a step matter later, each array once: all but
/// right-hand sides, registers of the integrator and next levels that every step writes before
/// anything reads them.
std::vector<plan::Slot> carried_slots(const Program& program);

}  // namespace cardon
