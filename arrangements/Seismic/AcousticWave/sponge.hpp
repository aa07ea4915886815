// SPDX-License-Identifier: Apache-2.0
// Absorbing layers.
#pragma once
#include <cardon/thorn.hpp>

#include "declarations.hpp"

namespace cardon::acoustic {

/// The exponent of Cerjan et al. (Geophysics 50, 705-708, 1985), in seconds instead of steps: the
/// rate grows with the square of the depth in the layer, and a wave that goes through it, to the
/// face and back is left with exp(-2 integral of rate / v dx) = sponge_reflection.
struct Sponge {
  Vec3 widths[2], lower, upper;
  Real strength;
  int dimensions;

  static Sponge prepare(Value<sponge_lower> at_lower, Value<sponge_upper> at_upper,
                        Value<sponge_reflection> reflection, GridView grid) {
    return {{at_lower, at_upper}, grid.lower, grid.upper, -1.5 * log(reflection), grid.dimensions};
  }
  /// Damping rate where the wave speed is v.
  KOKKOS_INLINE_FUNCTION Real rate(const Point& p, Real v) const {
    const Real x[] = {p.x(), p.y(), p.z()};
    Real sum = 0;
    for (int d = 0; d < dimensions; ++d)
      for (int side = 0; side < 2; ++side) {
        const Real width = widths[side][d],
                   from_face = side == 0 ? x[d] - lower[d] : upper[d] - x[d];
        if (width == 0 || from_face >= width) continue;
        const Real depth = 1 - from_face / width;
        sum += depth * depth / width;
      }
    return strength * v * sum;
  }
};

}  // namespace cardon::acoustic
