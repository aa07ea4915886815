// SPDX-License-Identifier: Apache-2.0
// A gravitational wave with l = 2 and even parity that is at rest, half of it on its way in and
// half on its way out: the wave of Teukolsky (Phys. Rev. D 26, 745, 1982) with F(x) = x
// exp(-x^2/w^2) times a constant, at t = 0 and up to its square.
#pragma once
#include "spacetime.hpp"

namespace cardon::einstein {

/// With the spherical wave psi = (f(t + r) - f(t - r)) / r and a constant S_ij without trace, the
/// part without trace and divergence of laplacian^2(S_ij psi) is, like psi, a solution of the wave
/// equation, and so of the linear Einstein equations:
///   h_ij = laplacian^2(S_ij psi) - laplacian(d_i d_k S_kj psi + d_j d_k S_ki psi)
///          + d_i d_j d_k d_l S_kl psi / 2 + delta_ij laplacian(d_k d_l S_kl psi) / 2
/// At t = 0 psi is a Gaussian, and derivatives are written with psi_n = (d/(r dr))^n psi.
class QuadrupoleWave {
 public:
  /// `amplitude` is h_zz at the centre for m = 0, h_xx for m = 2.
  QuadrupoleWave(int m, Real amplitude, Real width, const Vec3& center)
      : center_(center), inverse_width2_(1 / (width * width)) {
    amplitude_ = amplitude / (24 * inverse_width2_ * inverse_width2_);
    if (m == 0)
      s_ = {{-0.5, 0, 0, -0.5, 0, 1}};
    else
      s_ = {{1, 0, 0, -1, 0, 0}};
  }

  Spacetime operator()(const Point& p) const {
    const Vector<Real> x{{p.x() - center_.x, p.y() - center_.y, p.z() - center_.z}};
    const Real r2 = dot(x, x), step = -2 * inverse_width2_;
    const Real psi2 = step * step * (amplitude_ * exp(-r2 * inverse_width2_));
    const Real psi3 = step * psi2, psi4 = step * psi3;
    const Real chi1 = 5 * psi2 + r2 * psi3, chi2 = 7 * psi3 + r2 * psi4;  // of laplacian(psi)
    const Vector<Real> sx = times(s_, x);
    const Real sxx = dot(sx, x);
    Spacetime result;
    for (int i = 0; i < 3; ++i)
      for (int j = i; j < 3; ++j) {
        const Real cross = sx[i] * x[j] + sx[j] * x[i];
        const Real square = (3 * chi1 + r2 * chi2) * s_(i, j);
        const Real divergence = 2 * (s_(i, j) * chi1) + cross * chi2;
        const Real fourth =
            (2 * (s_(i, j) * psi2) + 2 * (cross * psi3)) + sxx * (x[i] * x[j] * psi4);
        const Real diagonal = i == j ? sxx * (psi3 + chi2) : 0;
        result.metric(i, j) += (square - divergence) + 0.5 * (fourth + diagonal);
      }
    return result;
  }

 private:
  Vec3 center_;
  Symmetric<Real> s_;
  Real inverse_width2_, amplitude_;
};

}  // namespace cardon::einstein
