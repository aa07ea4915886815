// SPDX-License-Identifier: Apache-2.0
// Exact plane waves of the "apples with apples" tests (Alcubierre et al., Class. Quantum Grav. 21,
// 589, 2004, and Babiuc et al., Class. Quantum Grav. 25, 125012, 2008), in any direction.
#pragma once
#include "spacetime.hpp"
#include "triad.hpp"

namespace cardon::einstein {

/// What depends on k.x - |k| t.
class PlaneWave {
 public:
  /// k in radians per metre.
  PlaneWave(const Vec3& k, Real amplitude, Real time)
      : triad_(triad_along(k)), k_{{k.x, k.y, k.z}} {
    amplitude_ = amplitude;
    omega_ = sqrt(dot(k_, k_));
    turned_ = omega_ * time;
  }

 protected:
  KOKKOS_INLINE_FUNCTION Real phase(const Point& p) const {
    return dot(k_, {{p.x(), p.y(), p.z()}}) - turned_;
  }

  Triad triad_;
  Vector<Real> k_;
  Real amplitude_, omega_, turned_;
};

/// Flat space: ds^2 = H (dn^2 - dt^2) + ..., H = 1 - A sin(phase); harmonic slicing, no shift.
class GaugeWave : public PlaneWave {
 public:
  using PlaneWave::PlaneWave;
  KOKKOS_INLINE_FUNCTION Spacetime operator()(const Point& p) const {
    const Real wave = amplitude_ * sin(phase(p)), slope = amplitude_ * omega_ * cos(phase(p));
    Spacetime s;
    s.lapse = sqrt(1 - wave);
    add_square(s.metric, -wave, triad_.n);
    add_square(s.curvature, -slope / (2 * s.lapse), triad_.n);
    return s;
  }
};

/// Flat space: ds^2 = -dt^2 + dn^2 + H (dn - dt)^2 + ..., H = A sin(phase); harmonic coordinates.
class ShiftedGaugeWave : public PlaneWave {
 public:
  using PlaneWave::PlaneWave;
  KOKKOS_INLINE_FUNCTION Spacetime operator()(const Point& p) const {
    const Real wave = amplitude_ * sin(phase(p)), slope = amplitude_ * omega_ * cos(phase(p));
    Spacetime s;
    s.lapse = 1 / sqrt(1 + wave);
    for (int i = 0; i < 3; ++i) s.shift[i] = -wave / (1 + wave) * triad_.n[i];
    add_square(s.metric, wave, triad_.n);
    add_square(s.curvature, -slope * s.lapse / 2, triad_.n);
    return s;
  }
};

/// A gravitational wave up to its square: ds^2 = -dt^2 + dn^2 + (1 + b) de1^2 + (1 - b) de2^2,
/// b = A sin(phase).
class LinearWave : public PlaneWave {
 public:
  using PlaneWave::PlaneWave;
  KOKKOS_INLINE_FUNCTION Spacetime operator()(const Point& p) const {
    const Real wave = amplitude_ * sin(phase(p)), slope = amplitude_ * omega_ * cos(phase(p));
    Spacetime s;
    add_square(s.metric, wave, triad_.e1);
    add_square(s.metric, -wave, triad_.e2);
    add_square(s.curvature, slope / 2, triad_.e1);
    add_square(s.curvature, -slope / 2, triad_.e2);
    return s;
  }
};

}  // namespace cardon::einstein
