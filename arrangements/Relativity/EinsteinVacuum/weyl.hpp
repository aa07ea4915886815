// SPDX-License-Identifier: Apache-2.0
// The Weyl scalar Psi_4 (Alcubierre, Introduction to 3+1 Numerical Relativity, sections 8.3, 8.6).
#pragma once
#include "constraints.hpp"

namespace cardon::einstein {

/// Electric and magnetic part of the Weyl tensor, times chi; the electric one without a multiple of
/// the metric.
struct WeylParts {
  Symmetric<Real> electric, magnetic;
};

/// a x b with the flat volume element.
KOKKOS_FORCEINLINE_FUNCTION Vector<Real> cross(const Vector<Real>& a, const Vector<Real>& b) {
  return {{a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]}};
}

/// E_ij = R_ij + K K_ij - K_ik K^k_j,  B_ij = e_(i^kl D_k K_j)l in vacuum.
template <int n, class R>
KOKKOS_FUNCTION WeylParts weyl_parts(const Differences<n>& d, const R& u, const Point& p) {
  const Slice<Real> s = slice(d, u, p);
  const Symmetric<Real> A = read_symmetric(u.A, p);
  const CurvatureGradient<Real> dA = curvature_gradient<true>(d, u.A, p, s.m);
  const Real third = u.K(p) / 3, half = 0.5 * s.f.inverse_chi, root = sqrt(abs(s.f.chi));
  Vector<Real> mixed[3];
  Real curl[3][3];  // of A_jl in its second index: upper index first
  for (int j = 0; j < 3; ++j) {
    const Vector<Real> line = row(A, j);
    mixed[j] = times(s.m.inverse_g, line);
    const Vector<Real> gradient = cross(line, s.f.d);
    for (int m = 0; m < 3; ++m) {
      const int k = (m + 1) % 3, l = (m + 2) % 3;
      curl[m][j] = (dA.d[k](j, l) - dA.d[l](j, k)) + half * gradient[m];
    }
  }
  WeylParts w;
  for (int i = 0; i < 3; ++i)
    for (int j = i; j < 3; ++j) {
      Real square = 0, sum = 0;
      for (int m = 0; m < 3; ++m) {
        square += A(i, m) * mixed[j][m];
        sum += s.m.g(i, m) * curl[m][j] + s.m.g(j, m) * curl[m][i];
      }
      w.electric(i, j) = (s.ricci(i, j) + third * A(i, j)) - square;
      w.magnetic(i, j) = 0.5 * root * sum;
    }
  return w;
}

/// Unit vectors of the conformal metric close to those of spherical coordinates.
struct Sphere {
  Vector<Real> theta, phi;
};

/// g_ij a^i b^j
KOKKOS_FORCEINLINE_FUNCTION Real product(const Symmetric<Real>& g, const Vector<Real>& a,
                                         const Vector<Real>& b) {
  return dot(a, times(g, b));
}

/// a divided by its length; finite even for numbers that make no metric, with which `cardon check`
/// tries out what a task reads.
KOKKOS_FORCEINLINE_FUNCTION Vector<Real> normalised(const Symmetric<Real>& g,
                                                    const Vector<Real>& a) {
  const Real f = 1 / sqrt(abs(product(g, a, a)));
  return {{f * a[0], f * a[1], f * a[2]}};
}

/// phi = (-y, x, 0), then x^i, then their cross product, made orthonormal in this order (Gram and
/// Schmidt; Baker, Campanelli and Lousto, Phys. Rev. D 65, 044001, 2002, section V). On the axis
/// the y direction stands for phi.
KOKKOS_INLINE_FUNCTION Sphere sphere(const Symmetric<Real>& g, const Symmetric<Real>& inverse_g,
                                     const Vector<Real>& x) {
  const Real axis = x[0] * x[0] + x[1] * x[1];
  const bool on_axis = axis <= 1e-20 * (x[2] * x[2]);
  const Vector<Real> around = on_axis ? Vector<Real>{{0, 1, 0}} : Vector<Real>{{-x[1], x[0], 0}};
  Sphere s;
  s.phi = normalised(g, around);
  const Real along = product(g, x, s.phi);
  const Vector<Real> r{{x[0] - along * s.phi[0], x[1] - along * s.phi[1], x[2] - along * s.phi[2]}};
  s.theta = normalised(g, times(inverse_g, cross(s.phi, r)));
  return s;
}

/// Real and imaginary part of Psi_4 = (E_ij - i B_ij) m^i m^j, m = (theta - i phi) / sqrt(2); x is
/// the position relative to the centre. Far from a source it is -d_t^2 (h_+ - i h_x). At the
/// centre the z direction stands for the radial one.
template <int n, class R>
KOKKOS_FUNCTION Vec3 psi4(const Differences<n>& d, const R& u, const Point& p,
                          const Vector<Real>& x) {
  const bool at_centre = dot(x, x) == 0;
  const WeylParts w = weyl_parts(d, u, p);
  const Symmetric<Real> g = read_symmetric(u.g, p);
  const Sphere s = sphere(g, inverse(g), at_centre ? Vector<Real>{{0, 0, 1}} : x);
  const auto difference = [&](const Symmetric<Real>& a) {
    return 0.5 * (product(a, s.theta, s.theta) - product(a, s.phi, s.phi));
  };
  return {difference(w.electric) - product(w.magnetic, s.theta, s.phi),
          -product(w.electric, s.theta, s.phi) - difference(w.magnetic), 0};
}

}  // namespace cardon::einstein
