// SPDX-License-Identifier: Apache-2.0
// The polarised Gowdy spacetime, collapsing (Alcubierre et al., Class. Quantum Grav. 21, 589, 2004,
// section 5.4):
//   ds^2 = t^(-1/2) e^(lambda/2) (ds^2 - dt^2) + t (e^P de1^2 + e^-P de2^2)
//   P = J_0(2 pi t) cos(2 pi s)
//   lambda = -2 pi t J_0 J_1 cos^2(2 pi s) + 2 pi^2 t^2 (J_0^2 + J_1^2) - its value at t = 1, s =
//   1/8
// In harmonic slicing, with t = t0 exp(-c T); c is chosen so that the lapse is 1 at T = 0, which is
// so at all s since t0 is a zero of J_0(2 pi t).
#pragma once
#include <cmath>

#include "spacetime.hpp"
#include "triad.hpp"

namespace cardon::einstein {

class Gowdy {
 public:
  /// s counts along `direction`, with period 1; `time` is T.
  Gowdy(const Vec3& direction, Real time) : triad_(triad_along(direction)) {
    constexpr Real t0 = 9.8753205829098, w = 2 * pi_number;
    const Real a = std::cyl_bessel_j(0, w), b = std::cyl_bessel_j(1, w);
    offset_ = (w * w * (a * a + b * b) - w * a * b) / 2;
    set(t0);
    const Real rate = exp(-lambda(0) / 4) / pow(t0, 0.75);
    set(t0 * exp(-rate * time));
    rate_ = rate;
  }

  KOKKOS_INLINE_FUNCTION Spacetime operator()(const Point& p) const {
    const Real s = 2 * pi_number * dot(triad_.n, {{p.x(), p.y(), p.z()}});
    const Real wave = j0_ * cos(s), dwave = -2 * pi_number * t_ * j1_ * cos(s);  // P and t dP/dt
    const Real gradient = -2 * pi_number * t_ * j0_ * sin(s);                    // t dP/ds
    const Real l = lambda(cos(s) * cos(s)), dl = dwave * dwave + gradient * gradient;
    const Real along = exp(l / 2) / sqrt(t_), plus = t_ * exp(wave), minus = t_ * exp(-wave);
    const Real proper = 1 / (2 * t_ * sqrt(along));  // K_ij = proper t d gamma_ij / dt
    Spacetime result;
    result.lapse = rate_ * t_ * sqrt(along);
    result.metric = result.curvature;
    add_square(result.metric, along, triad_.n);
    add_square(result.metric, plus, triad_.e1);
    add_square(result.metric, minus, triad_.e2);
    add_square(result.curvature, proper * along * (dl - 1) / 2, triad_.n);
    add_square(result.curvature, proper * plus * (1 + dwave), triad_.e1);
    add_square(result.curvature, proper * minus * (1 - dwave), triad_.e2);
    return result;
  }

 private:
  void set(Real t) {
    t_ = t;
    j0_ = std::cyl_bessel_j(0, 2 * pi_number * t);
    j1_ = std::cyl_bessel_j(1, 2 * pi_number * t);
  }

  KOKKOS_INLINE_FUNCTION Real lambda(Real cosine2) const {
    const Real wt = 2 * pi_number * t_;
    return (wt * wt / 2 * (j0_ * j0_ + j1_ * j1_) - wt * j0_ * j1_ * cosine2) - offset_;
  }

  Triad triad_;
  Real t_, j0_, j1_, rate_, offset_;
};

}  // namespace cardon::einstein
