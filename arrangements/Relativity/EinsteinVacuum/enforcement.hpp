// SPDX-License-Identifier: Apache-2.0
// The constraints between components that differences do not keep.
#pragma once
#include <cmath>
#include <limits>

#include "symmetric.hpp"

namespace cardon::einstein {

/// Conformal metric and extrinsic curvature at a point.
struct ConformalPart {
  Symmetric<Real> metric, curvature;
};

/// With determinant 1 and without trace. Where chi or the determinant is not above 0, and so no
/// metric is left, the metric is NaN: equations do not notice, but the health check does.
KOKKOS_FORCEINLINE_FUNCTION ConformalPart enforced(ConformalPart u, Real chi) {
  const Real volume = determinant(u.metric), factor = 1 / std::cbrt(volume);
  for (Real& c : u.metric.c) c *= factor;
  const Real third = (1.0 / 3) * contract(inverse(u.metric), u.curvature);
  for (int q = 0; q < 6; ++q) u.curvature.c[q] = u.curvature.c[q] - third * u.metric.c[q];
  if (!(volume > 0) || !(chi > 0))
    for (Real& c : u.metric.c) c = std::numeric_limits<Real>::quiet_NaN();
  return u;
}

}  // namespace cardon::einstein
