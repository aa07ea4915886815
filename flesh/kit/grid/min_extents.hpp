// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/grid/topology.hpp>
#include <cardon/services/grid.hpp>

namespace cardon {

/// How thin the pieces of a box may be.
struct MinExtents {
  Index3 points;            ///< of the grid
  FaceThickness thickness;  ///< of pieces that touch a face of the domain
  Index3 min{1, 1, 1};      ///< of all others

  /// Of a piece at the lower end of `box` in direction d, of one at its upper end.
  int at_lower_end(const Box& box, int d) const {
    return std::max(min[d], box.lo[d] == 0 ? thickness.lower[d] : 0);
  }
  int at_upper_end(const Box& box, int d) const {
    return std::max(min[d], box.hi[d] == points[d] ? thickness.upper[d] : 0);
  }
  /// The most pieces that a box can be cut into in direction d, at least 1.
  int max_pieces(const Box& box, int d) const {
    const int inner = box.extent(d) - at_lower_end(box, d) - at_upper_end(box, d);
    return inner < 0 ? 1 : 2 + inner / min[d];
  }
  /// The most pieces in all directions.
  long capacity(const Box& box) const {
    return long(max_pieces(box, 0)) * max_pieces(box, 1) * max_pieces(box, 2);
  }
};

}  // namespace cardon
