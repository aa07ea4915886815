// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/driver.hpp>
#include <cardon/services/program.hpp>
#include <cardon/thorn/block.hpp>
#include <functional>
#include <span>

namespace cardon {

/// ReducedValue::position of scalars that have none: states, and sums over all points.
inline constexpr Index3 nowhere{-1, -1, -1};
/// ReducedValue::position where no task has combined a value at any point of the grid.
inline constexpr Index3 of_nothing{-2, -2, -2};

inline bool has_position(const ScalarInfo& scalar) {
  return !scalar.is_state && (scalar.kind == Reduce::min || scalar.kind == Reduce::max);
}

/// What a task sees of the scalar.
inline ReducedValue as_seen(const ScalarInfo& scalar, ReducedValue value) {
  if (!has_position(scalar))
    value.position = nowhere;
  else if (value.position == of_nothing)
    value.position = {0, 0, 0};
  return value;
}

/// Calls a task of scalars, of the kind compute. `read` gives the values that it reads; what it
/// sets goes into `slots` (Program::scalar_slots). Throws Error schedule/scalar-not-set where it
/// leaves one of them out, and what call_task() throws.
void call_scalar_task(const Task& task, const Program& program, const ParameterSet& parameters,
                      const StepState& state,
                      const std::function<ReducedValue(const ScalarRead&)>& read,
                      std::span<Real> slots);

/// The combinations of one of the kind combine: slot = sum of factor * slot, in the order of the
/// terms, by the arithmetic of fields.
void combine_scalars(const Task& task, Real dt, std::span<Real> slots);

}  // namespace cardon
