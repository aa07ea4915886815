// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/grid.hpp>
#include <cardon/thorn/block.hpp>

namespace cardon {

/// What a task may know of the whole grid.
inline void set_grid(const Grid& grid, BlockContext& context) {
  context.dimensions = grid.dimensions;
  context.points = grid.points;
  context.origin = grid.origin;
  context.lower = grid.lower;
  context.upper = grid.upper;
  for (int d = 0; d < grid.dimensions; ++d) context.spacing[d] = grid.spacing[d];
}

}  // namespace cardon
