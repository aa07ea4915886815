// SPDX-License-Identifier: Apache-2.0
// Spin-weighted spherical harmonics.
#pragma once
#include <cardon/thorn/types.hpp>
#include <complex>
#include <vector>

#include "sphere_points.hpp"

namespace cardon {

/// Wigner's d^l_{m n}(theta), real, for |m|, |n| <= l, as in Ajith et al. (arXiv:0709.0093), eq.
/// II.8: from its one term at the smallest l upwards by the recursion in l of Varshalovich et al.,
/// "Quantum Theory of Angular Momentum" (1988), 4.8.2 eq. 14, which is stable.
Real wigner_d(int l, int m, int n, Real cos_theta);

/// Spin-weighted harmonics of J. N. Goldberg et al., J. Math. Phys. 8 (1967) 2155, with the sign of
/// Condon and Shortley, so that those of spin 0 are the usual Y_lm (Ajith et al., eq. II.7):
///   sY_lm(theta, phi) = (-1)^s sqrt((2 l + 1) / (4 pi)) d^l_{m,-s}(theta) e^(i m phi)
/// This is the part without e^(i m phi).
Real spin_harmonic(int spin, int l, int m, Real cos_theta);

/// From values at the points of a sphere to coefficients: c_lm is the integral of f * conj(sY_lm)
/// over all directions.
class SphereModes {
 public:
  struct Mode {
    int l, m;
  };
  /// All m of l = |spin|, ..., l_max; n of the points above l_max.
  SphereModes(const SpherePoints& points, int spin, int l_max);
  const std::vector<Mode>& modes() const { return modes_; }
  /// f has a value for each point, phi fastest. Sums are taken in a fixed order.
  std::vector<std::complex<Real>> coefficients(const std::vector<std::complex<Real>>& f) const;

 private:
  std::size_t thetas_, phis_;
  std::vector<Mode> modes_;
  std::vector<Real> factor_;                  // [mode][theta]: weight * harmonic
  std::vector<std::complex<Real>> rotation_;  // [k]: e^(-i phi_k)
};

}  // namespace cardon
