// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/thorn/box.hpp>

namespace cardon {

/// Points on the faces of a box of a grid with so many directions, those on edges once for each
/// face.
inline long face_points(const Box& box, int dimensions) {
  if (box.empty()) return 0;
  long points = 0;
  for (int d = 0; d < dimensions; ++d) points += 2 * (box.points() / box.extent(d));
  return points;
}

}  // namespace cardon
