// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/plan/row_watch.hpp>
#include <cardon/services/program.hpp>
#include <optional>
#include <span>

namespace cardon {

/// Where a step, given by its tasks in order, writes what is the current level of the field at its
/// end. Nothing: it does not, or a driver that computes the task could not know that the values are
/// final, because the task comes again or its right-hand sides are filled later.
std::optional<WatchedField> last_writer(const Program& program, std::span<const int> step,
                                        int field);

}  // namespace cardon
