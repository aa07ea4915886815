// SPDX-License-Identifier: Apache-2.0
#include "interpolation/axis_stencil.hpp"

#include <algorithm>
#include <cmath>

namespace cardon {
namespace {

// In units of the spacing from point 0; whole to the bit at grid points.
Real position(const Grid& grid, int d, Real x) {
  const Real at = (x - grid.origin[d]) / grid.spacing[d];
  const Real nearest = std::floor(at + 0.5);
  return grid.coordinate(d, int(nearest)) == x ? nearest : at;
}

int first_point(const Grid& grid, int d, Real at, int order) {
  const bool odd = order % 2 == 1;
  const int first = odd ? int(std::floor(at)) - order / 2 : int(std::floor(at + 0.5)) - order / 2;
  if (grid.periodic[d]) return first;
  return std::clamp(first, 0, std::max(0, grid.points[std::size_t(d)] - 1 - order));
}

// Product of (t - k) over all points but those left out.
Real product(Real t, int points, int without1, int without2, int without3) {
  Real result = 1;
  for (int k = 0; k < points; ++k)
    if (k != without1 && k != without2 && k != without3) result *= t - k;
  return result;
}

// The Lagrange polynomial of point j of 0, 1, ..., and its derivatives, by the rule for products.
void lagrange(Real t, int points, int j, Real result[3]) {
  Real divisor = 1;
  for (int k = 0; k < points; ++k)
    if (k != j) divisor *= j - k;
  Real first = 0, second = 0;
  for (int a = 0; a < points; ++a) {
    if (a == j) continue;
    first += product(t, points, j, a, a);
    for (int b = 0; b < points; ++b)
      if (b != j && b != a) second += product(t, points, j, a, b);
  }
  result[0] = product(t, points, j, j, j) / divisor;
  result[1] = first / divisor;
  result[2] = second / divisor;
}

}  // namespace

AxisStencil axis_stencil(const Grid& grid, int d, Real coordinate, int order) {
  AxisStencil stencil;
  stencil.weight[0][0] = 1;
  if (d >= grid.dimensions) return stencil;
  const int n = grid.points[std::size_t(d)];
  const Real at = position(grid, d, coordinate), h = grid.spacing[d];
  const int first = first_point(grid, d, at, order);
  stencil.points = order + 1;
  for (int j = 0; j <= order; ++j) {
    Real weights[3];
    lagrange(at - first, stencil.points, j, weights);
    const auto i = std::size_t(j);
    stencil.index[i] = grid.periodic[d] ? ((first + j) % n + n) % n : first + j;
    stencil.weight[0][i] = weights[0];
    stencil.weight[1][i] = weights[1] / h;
    stencil.weight[2][i] = weights[2] / h / h;
  }
  return stencil;
}

}  // namespace cardon
