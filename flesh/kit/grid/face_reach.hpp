// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <algorithm>
#include <cardon/services/boundary.hpp>
#include <cardon/services/program.hpp>

namespace cardon {

/// How far inside the innermost filled point a boundary reads in this program.
inline int face_reach(const Program& program, const Boundary& boundary, int radius) {
  const bool fills_rates = boundary.kind() == BoundaryKind::evolution &&
                           std::any_of(program.tasks.begin(), program.tasks.end(),
                                       [](const Task& task) { return !task.rates.empty(); });
  return boundary.reach(radius) + (fills_rates ? 1 : 0);
}

}  // namespace cardon
