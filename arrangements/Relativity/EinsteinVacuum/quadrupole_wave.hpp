// SPDX-License-Identifier: Apache-2.0
// A gravitational wave with l = 2 and even parity that runs in and out again: the wave of Teukolsky
// (Phys. Rev. D 26, 745, 1982) with F(x) = x exp(-x^2/w^2) times a constant, the ingoing one minus
// the outgoing one, at rest at t = 0. It solves the equations up to the square of its amplitude.
#pragma once
#include "spacetime.hpp"

namespace cardon::einstein {

/// With the spherical wave psi = (f(t + r) - f(t - r)) / r and a constant S_ij without trace, the
/// part without trace and divergence of laplacian^2(S_ij psi) is, like psi, a solution of the wave
/// equation, and so of the linear Einstein equations in any gauge that keeps lapse 1 and shift 0:
///   h_ij = laplacian^2(S_ij psi) - laplacian(d_i d_k S_kj psi + d_j d_k S_ki psi)
///          + d_i d_j d_k d_l S_kl psi / 2 + delta_ij laplacian(d_k d_l S_kl psi) / 2
class QuadrupoleWave {
 public:
  /// `amplitude` is h_zz at the centre at t = 0 for m = 0, h_xx for m = 2.
  QuadrupoleWave(int m, Real amplitude, Real width, const Vec3& centre, Real time)
      : centre_(centre), width_(width), turned_(time / width) {
    // At the centre h = 6 psi_2 S, and psi_2 = 8 amplitude_ / width^4.
    amplitude_ = amplitude * (width * width) * (width * width) / 48;
    if (m == 0)
      s_ = {{-0.5, 0, 0, -0.5, 0, 1}};
    else
      s_ = {{1, 0, 0, -1, 0, 0}};
  }

  KOKKOS_INLINE_FUNCTION Spacetime operator()(const Point& p) const {
    const Vector<Real> x{{p.x() - centre_.x, p.y() - centre_.y, p.z() - centre_.z}};
    const Vector<Real> sx = times(s_, x);
    const Profile f = profile(sqrt(dot(x, x)) / width_);
    Spacetime result;
    for (int i = 0; i < 3; ++i)
      for (int j = i; j < 3; ++j) {
        const Terms terms{s_(i, j),  sx[i] * x[j] + sx[j] * x[i], dot(sx, x), x[i] * x[j],
                          dot(x, x), i == j ? 1.0 : 0.0};
        result.metric(i, j) += component(terms, f.psi);
        result.curvature(i, j) = -0.5 * component(terms, f.rate);
      }
    return result;
  }

 private:
  /// psi_n = (d / (r dr))^n psi and its time derivative, for n = 2, 3, 4.
  struct Profile {
    Real psi[3] = {0, 0, 0}, rate[3] = {0, 0, 0};
  };
  struct Terms {
    Real s, cross, trace, square, r2, delta;
  };

  KOKKOS_INLINE_FUNCTION static Real component(const Terms& a, const Real (&psi)[3]) {
    const Real chi1 = 5 * psi[0] + a.r2 * psi[1];  // the same of laplacian(psi)
    const Real chi2 = 7 * psi[1] + a.r2 * psi[2];
    const Real first = (3 * chi1 + a.r2 * chi2) * a.s - (2 * (a.s * chi1) + a.cross * chi2);
    const Real fourth = 2 * (a.s * psi[0] + a.cross * psi[1]) + a.trace * (a.square * psi[2]);
    return first + 0.5 * (fourth + a.delta * (a.trace * (psi[1] + chi2)));
  }

  /// psi_n = 1 / (2^n n!) times the integral of (1 - u^2)^n f^(2 n + 1)(t + r u) over u from -1 to
  /// 1, which is regular everywhere; by Gauss's rule with 5 points on short pieces.
  KOKKOS_INLINE_FUNCTION Profile profile(Real r) const {
    constexpr Real node[] = {-0.9061798459386640, -0.5384693101056831, 0, 0.5384693101056831,
                             0.9061798459386640};
    constexpr Real weight[] = {0.2369268850561891, 0.4786286704993665, 0.5688888888888889,
                               0.4786286704993665, 0.2369268850561891};
    const int pieces = 2 + int(5 * r);
    Profile sum;
    for (int piece = 0; piece < pieces; ++piece)
      for (int q = 0; q < 5; ++q)
        add(sum, ((2 * piece + 1) + node[q]) / pieces - 1, r, weight[q] / pieces);
    return sum;
  }

  /// f^(k) is, up to factors, a Hermite polynomial H_(k+1) times a Gaussian.
  KOKKOS_INLINE_FUNCTION void add(Profile& sum, Real u, Real r, Real weight) const {
    const Real y = turned_ + r * u, edge = 1 - u * u;
    Real hermite[12] = {1, 2 * y};
    for (int k = 1; k < 11; ++k) hermite[k + 1] = 2 * (y * hermite[k] - k * hermite[k - 1]);
    Real scale = weight * amplitude_ * exp(-y * y) / 2;
    for (int n = 0; n < 5; ++n) {
      if (n > 1) {
        sum.psi[n - 2] -= scale * hermite[2 * n + 2];
        sum.rate[n - 2] += scale * hermite[2 * n + 3] / width_;
      }
      scale *= edge / (2 * (n + 1) * (width_ * width_));
    }
  }

  Vec3 centre_;
  Symmetric<Real> s_;
  Real width_, turned_, amplitude_;
};

}  // namespace cardon::einstein
