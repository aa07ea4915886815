// SPDX-License-Identifier: Apache-2.0
// Lagrange interpolation along one direction of the grid.
#pragma once
#include <array>
#include <cardon/services/grid.hpp>

namespace cardon {

/// The points of the grid along one direction that make a value, and their weights. Where the
/// stencil lies depends on the coordinate alone: with an odd order there are as many points below
/// as above, with an even one the middle point is the nearest. Near a face the stencil is moved
/// into the grid; across a periodic one it continues at the other end.
struct AxisStencil {
  static constexpr int max_points = 6;
  int points = 1;
  std::array<int, max_points> index{};  ///< global indices, in ascending order but for the wrap
  /// [n][i]: weight of point i for the n-th derivative.
  std::array<std::array<Real, max_points>, 3> weight{};
};

/// For a coordinate within the domain, with order + 1 <= max_points points. Directions that the
/// grid does not have get their one point. A coordinate of a grid point, as Grid::coordinate gives
/// it, makes its weight 1 and the others 0.
AxisStencil axis_stencil(const Grid& grid, int direction, Real coordinate, int order);

}  // namespace cardon
