// SPDX-License-Identifier: Apache-2.0
// Flat space with random numbers that depend on seed and place only.
#pragma once
#include "parameters.hpp"
#include "spacetime.hpp"

namespace cardon::einstein {

/// Numbers between -amplitude and amplitude, added to all components of the physical metric, the
/// extrinsic curvature, the lapse and Gamma; to the shift and its driver with a condition on the
/// shift, and to Theta with CCZ4.
class Noise {
 public:
  Noise(const RandomStream& numbers, Real largest, bool with_shift, bool with_theta)
      : numbers_(numbers), amplitude_(largest), with_shift_(with_shift), with_theta_(with_theta) {}

  KOKKOS_INLINE_FUNCTION Spacetime operator()(const Point& p) const {
    Spacetime s;
    int slot = 0;
    for (Real& c : s.metric.c) c += random(p, slot++);
    for (Real& c : s.curvature.c) c += random(p, slot++);
    s.lapse += random(p, slot++);
    if (with_shift_)
      for (Real& c : s.shift.c) c += random(p, slot++);
    return s;
  }
  KOKKOS_INLINE_FUNCTION Real of_theta(const Point& p) const {
    return with_theta_ ? random(p, 16) : 0;
  }
  KOKKOS_INLINE_FUNCTION Real of_driver(const Point& p, int i) const {
    return with_shift_ ? random(p, 17 + i) : 0;
  }
  KOKKOS_INLINE_FUNCTION Real of_gamma(const Point& p, int i) const { return random(p, 20 + i); }

 private:
  KOKKOS_INLINE_FUNCTION Real random(const Point& p, int slot) const {
    return amplitude_ * (2 * numbers_.uniform(p, slot) - 1);
  }

  RandomStream numbers_;
  Real amplitude_;
  bool with_shift_, with_theta_;
};

}  // namespace cardon::einstein
