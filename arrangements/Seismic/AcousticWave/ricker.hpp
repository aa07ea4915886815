// SPDX-License-Identifier: Apache-2.0
// Ricker's wavelet, and the waves of a point source of strength 1 in an infinite medium (Morse and
// Ingard, Theoretical Acoustics, section 7.1).
#pragma once
#include <cardon/thorn.hpp>

namespace cardon {

/// exp(-a) (1 - 2 a), a = (pi f (t - t0))^2 (Ricker, Geophysics 18, 10-40, 1953).
struct Ricker {
  Real frequency, peak;

  Real operator()(Real t) const {
    const Real x = pi_number * frequency * (t - peak), a = x * x;
    return (1 - 2 * a) * exp(-a);
  }
  /// Its integral from the beginning to t.
  Real integral(Real t) const {
    const Real tau = t - peak, x = pi_number * frequency * tau;
    return tau * exp(-x * x);
  }
};

inline Real wave_1d(const Ricker& f, Real t, Real r, Real v) {
  return 0.5 * v * f.integral(t - r / v);
}

/// 1 / (2 pi) times the integral of f(t - (r / v) cosh(q)) over q > 0; the trapezoidal rule is
/// exact to rounding for such functions, which are even in q and vanish at its end.
inline Real wave_2d(const Ricker& f, Real t, Real r, Real v) {
  constexpr int intervals = 400;
  const Real end = (t - f.peak + 2 / f.frequency) * v / r;
  if (end <= 1) return 0;
  const Real h = log(end + sqrt(end * end - 1)) / intervals;
  Real sum = 0.5 * f(t - r / v);
  for (int i = 1; i < intervals; ++i) sum += f(t - (r / v) * (0.5 * (exp(i * h) + exp(-i * h))));
  return h * sum / (2 * pi_number);
}

inline Real wave_3d(const Ricker& f, Real t, Real r, Real v) {
  return f(t - r / v) / (4 * pi_number * r);
}

}  // namespace cardon
