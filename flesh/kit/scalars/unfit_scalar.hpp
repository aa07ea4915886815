// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/program.hpp>
#include <cardon/thorn/block.hpp>
#include <optional>
#include <string>

namespace cardon {

/// Why a reduced scalar that a task reads is not a number, and what to do about it.
struct UnfitScalar {
  std::string cause, help;
};

/// Of a scalar into which no task has combined a value at any point of the grid.
UnfitScalar without_values(const Program& program, int scalar);

/// Nothing for a number, a state, and the value before the first reduction. `value`: as
/// StepScalars::value() returns it.
std::optional<UnfitScalar> unfit_scalar(const Program& program, const ScalarRead& read,
                                        const ReducedValue& value);

}  // namespace cardon
