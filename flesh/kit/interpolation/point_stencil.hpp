// SPDX-License-Identifier: Apache-2.0
// Interpolation to one point from the points of the grid around it.
#pragma once
#include <algorithm>
#include <array>

#include "interpolation/axis_stencil.hpp"

namespace cardon {

/// The tensor product of three stencils. Values of its points stand with x fastest.
class PointStencil {
 public:
  PointStencil(const Grid& grid, const Vec3& point, int order)
      : axes_{axis_stencil(grid, 0, point.x, order), axis_stencil(grid, 1, point.y, order),
              axis_stencil(grid, 2, point.z, order)} {}

  const AxisStencil& axis(int d) const { return axes_[std::size_t(d)]; }
  int points() const { return axes_[0].points * axes_[1].points * axes_[2].points; }
  /// The grid point in the middle, or just above.
  Index3 middle() const {
    Index3 index;
    for (std::size_t d = 0; d < 3; ++d) index[d] = axes_[d].index[std::size_t(axes_[d].points / 2)];
    return index;
  }
  /// Holds all points; the whole direction where it wraps.
  Box hull() const {
    Box box;
    for (std::size_t d = 0; d < 3; ++d) {
      const auto begin = axes_[d].index.begin(), end = begin + axes_[d].points;
      box.lo[d] = *std::min_element(begin, end);
      box.hi[d] = *std::max_element(begin, end) + 1;
    }
    return box;
  }
  /// Sum of weight * value in the order of the values: rows first, then planes, then all. `order`:
  /// of the derivative in each direction, 0 to 2. Points of weight 0 do not count, whatever they
  /// hold, and -0.0 is what nothing is added to.
  Real sum(const Real* values, const Index3& order) const {
    const Real *x = weights(0, order), *y = weights(1, order), *z = weights(2, order);
    const int points = axes_[0].points;
    Real all = -0.0;
    for (int k = 0; k < axes_[2].points; ++k) {
      Real plane = -0.0;
      for (int j = 0; j < axes_[1].points; ++j, values += points) {
        Real row = -0.0;
        for (int i = 0; i < points; ++i)
          if (x[i] != 0) row += x[i] * values[i];
        if (y[j] != 0) plane += y[j] * row;
      }
      if (z[k] != 0) all += z[k] * plane;
    }
    return all;
  }

 private:
  const Real* weights(std::size_t d, const Index3& order) const {
    return axes_[d].weight[std::size_t(order[d])].data();
  }
  std::array<AxisStencil, 3> axes_;
};

}  // namespace cardon
