// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/program.hpp>
#include <cardon/thorn/block.hpp>

namespace cardon {

/// ReducedValue::place of scalars that have none: states, and sums over all points.
inline constexpr Index3 nowhere{-1, -1, -1};

inline bool has_place(const ScalarInfo& scalar) {
  return !scalar.is_state && (scalar.kind == Reduce::min || scalar.kind == Reduce::max);
}

/// What a task sees of the scalar.
inline ReducedValue as_seen(const ScalarInfo& scalar, ReducedValue value) {
  if (!has_place(scalar)) value.place = nowhere;
  return value;
}

}  // namespace cardon
