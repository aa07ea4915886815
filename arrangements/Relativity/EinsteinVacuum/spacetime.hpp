// SPDX-License-Identifier: Apache-2.0
// A spacetime at one point of a slice.
#pragma once
#include "symmetric.hpp"

namespace cardon::einstein {

/// Physical metric and extrinsic curvature, lapse and shift (upper index).
struct Spacetime {
  Symmetric<Real> metric{{1, 0, 0, 1, 0, 1}};
  Symmetric<Real> curvature{{0, 0, 0, 0, 0, 0}};
  Real lapse = 1;
  Vector<Real> shift{{0, 0, 0}};
};

/// a += s v v
KOKKOS_INLINE_FUNCTION void add_square(Symmetric<Real>& a, Real s, const Vector<Real>& v) {
  for (int i = 0; i < 3; ++i)
    for (int j = i; j < 3; ++j) a(i, j) += s * v[i] * v[j];
}

}  // namespace cardon::einstein
