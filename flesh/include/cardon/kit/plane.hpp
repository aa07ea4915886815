// SPDX-License-Identifier: Apache-2.0
// Planes and lines along the axes, as outputs name them.
#pragma once
#include <cardon/services/grid.hpp>
#include <string>
#include <string_view>

namespace cardon {

/// Two axes that span a plane and the one normal to it; 0, 1, 2 are x, y, z.
struct Plane {
  int horizontal = 0,  ///< axis drawn from left to right
      vertical = 1,    ///< axis drawn upwards
      normal = 2;      ///< the third one
  /// The points of the plane.
  Box box(const Grid& grid, int index) const {
    Box b = grid.domain();
    b.lo[normal] = index;
    b.hi[normal] = index + 1;
    return b;
  }
};

/// Returns the plane "xy", "xz" or "yz". Throws Bug for other names.
Plane plane_of(std::string_view name);

}  // namespace cardon
