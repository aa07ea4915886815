// SPDX-License-Identifier: Apache-2.0
// What kernels of tests compute.
#pragma once
#include <cardon/thorn.hpp>

namespace cardon::test {

/// Differs at every point, so that a value in the wrong place shows.
KOKKOS_INLINE_FUNCTION Real seed(const Point& p) {
  return Real((p.i() * 7 + p.j() * 13 + p.k() * 29) % 31) + 0.125 * p.x() + 0.25 * p.y() +
         0.5 * p.z();
}

/// Of points along the axes and at two corners, all within `radius`.
template <int radius>
KOKKOS_INLINE_FUNCTION Real neighbours(const FieldReader& u, const Point& p) {
  Real sum = 0;
  for (int n = radius; n >= 1; --n)
    sum += (u(p, -n, 0, 0) + u(p, n, 0, 0)) / n +
           ((u(p, 0, -n, 0) + u(p, 0, n, 0)) / n + (u(p, 0, 0, -n) + u(p, 0, 0, n)) / n);
  return sum + 0.0625 * (u(p, -radius, radius, -radius) + u(p, radius, -radius, radius));
}

}  // namespace cardon::test
