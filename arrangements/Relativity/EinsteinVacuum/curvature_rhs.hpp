// SPDX-License-Identifier: Apache-2.0
// Time derivatives of K, A_ij and Theta: those with the Ricci tensor.
#pragma once
#include "metric_rhs.hpp"
#include "ricci.hpp"

namespace cardon::einstein {

/// Derivatives of Gamma^k: dgamma[k][j] = d_j Gamma^k.
template <int n, class R, class T>
KOKKOS_FORCEINLINE_FUNCTION void differentiate(const Differences<n>& d, const R& gamma,
                                               const Point& p, Vector<T> (&dgamma)[3]) {
#pragma GCC unroll 6
  for (int k = 0; k < 3; ++k) dgamma[k] = d.first(gamma[k], p);
}

/// chi D_i D_j alpha of the physical metric.
template <int n, class R, class T>
KOKKOS_FORCEINLINE_FUNCTION Symmetric<T> lapse_hessian(const Differences<n>& d, const R& alpha,
                                                       const Point& p, const Geometry<T>& m,
                                                       const Factor<T>& f,
                                                       const Vector<T>& dalpha) {
  const Symmetric<T> dd = d.second(alpha, p);
  const T product = 0.5 * dot(dalpha, times(m.inverse_g, f.d));
  const Vector<T> half{{0.5 * f.d[0], 0.5 * f.d[1], 0.5 * f.d[2]}};
  Symmetric<T> result;
#pragma GCC unroll 6
  for (int i = 0; i < 3; ++i)
#pragma GCC unroll 6
    for (int j = i; j < 3; ++j) {
      const T flat =
          (m.up[0](i, j) * dalpha[0] + m.up[1](i, j) * dalpha[1]) + m.up[2](i, j) * dalpha[2];
      result(i, j) = f.chi * (dd(i, j) - flat) +
                     ((dalpha[i] * half[j] + dalpha[j] * half[i]) - m.g(i, j) * product);
    }
  return result;
}

/// What the equations of K, A_ij and Theta share.
template <class T>
struct Curvature {
  Symmetric<T> source;  ///< chi (alpha R_ij - D_i D_j alpha), with the terms of Z
  T scalar;             ///< R, with the terms of Z
  T source_trace;       ///< alpha R - D^i D_i alpha
  T z_lapse;            ///< Z^i d_i alpha
};

template <int n, class R>
KOKKOS_FORCEINLINE_FUNCTION auto curvature(const Differences<n>& d, const Constants& c, const R& u,
                                           const Point& p, const Geometry<ValueOf<R>>& m) {
  using T = ValueOf<R>;
  Vector<T> z, gamma, dgamma[3];
#pragma GCC unroll 6
  for (int k = 0; k < 3; ++k) {
    const T twice_z = c.z4 * (u.gamma[k](p) - m.contracted[k]);
    z[k] = 0.5 * twice_z;
    gamma[k] = m.contracted[k] + twice_z;
  }
  differentiate(d, u.gamma, p, dgamma);
  const Factor<T> f = factor(d, u.chi, p);
  const Symmetric<T> conformal = conformal_ricci(d, u.g, p, m, dgamma, gamma);
  const Symmetric<T> of_factor = factor_ricci(f, m, z);
  const T alpha = u.alpha(p);
  const Vector<T> dalpha = d.first(u.alpha, p);
  const Symmetric<T> hessian = lapse_hessian(d, u.alpha, p, m, f, dalpha);
  Symmetric<T> ricci;
  Curvature<T> result;
#pragma GCC unroll 6
  for (int q = 0; q < 6; ++q) {
    ricci.c[q] = f.chi * conformal.c[q] + of_factor.c[q];
    result.source.c[q] = alpha * ricci.c[q] - hessian.c[q];
  }
  result.scalar = contract(m.inverse_g, ricci);
  result.source_trace = contract(m.inverse_g, result.source);
  result.z_lapse = f.chi * dot(z, dalpha);
  return result;
}

/// d_t A_ij = source without its trace + alpha (A_ij (K - 2 Theta) - 2 A_ik A^k_j) + Lie derivative
template <int n, class R, class W, class T>
KOKKOS_FORCEINLINE_FUNCTION void traceless_rhs(const Differences<n>& d, const R& u, const W& rhs,
                                               const Point& p, const Geometry<T>& m,
                                               const Curvature<T>& r, const Symmetric<T>& A,
                                               const Vector<T>& beta) {
  const T alpha = u.alpha(p), third = (1.0 / 3) * r.source_trace, twice = 2 * alpha;
  const T stretch = alpha * (u.K(p) - 2 * u.theta(p));
  const Symmetric<T> lie = stretched(A, shift_gradient(d, u.beta, p));
  Vector<T> mixed[3];  // A^k_j by [j][k]
#pragma GCC unroll 6
  for (int j = 0; j < 3; ++j) mixed[j] = times(m.inverse_g, row(A, j));
#pragma GCC unroll 6
  for (int i = 0; i < 3; ++i)
#pragma GCC unroll 6
    for (int j = i; j < 3; ++j) {
      const int q = Symmetric<T>::slot(i, j);
      const T square = (A(i, 0) * mixed[j][0] + A(i, 1) * mixed[j][1]) + A(i, 2) * mixed[j][2];
      rhs.A[q](p) = ((r.source.c[q] - m.g.c[q] * third) + (stretch * A.c[q] - twice * square)) +
                    (dot(beta, d.first(u.A[q], p)) + lie.c[q]);
    }
}

/// d_t K = beta^k d_k K + alpha (R + K (K - 2 Theta)) - D^i D_i alpha
///         - 3 kappa1 (1 + kappa2) alpha Theta
/// d_t Theta = beta^k d_k Theta + alpha / 2 (H - 2 Theta K) - Z^i d_i alpha
///             - kappa1 (2 + kappa2) alpha Theta
/// with H = R + 2/3 K^2 - A_ij A^ij (Alic et al., Phys. Rev. D 85, 064040, 2012, with damping terms
/// times alpha as there). Without z4 the Hamiltonian constraint takes R out of the first equation.
template <int n, class R, class W>
KOKKOS_FORCEINLINE_FUNCTION void curvature_rhs(const Differences<n>& d, const Constants& c,
                                               const R& u, const W& rhs, const Point& p) {
  using T = ValueOf<R>;
  const Geometry<T> m = geometry(d, u.g, p);
  const Curvature<T> r = curvature(d, c, u, p, m);
  const Symmetric<T> A = read_symmetric(u.A, p);
  const Vector<T> beta = read_vector(u.beta, p);
  const T K = u.K(p), theta = u.theta(p), alpha = u.alpha(p);
  const T square = contract(raise(m.inverse_g, A), A);
  const T hamiltonian = (r.scalar + (2.0 / 3) * (K * K)) - square;
  const T damped = (c.z4 * c.kappa1) * (alpha * theta);
  rhs.K(p) =
      (dot(beta, d.first(u.K, p)) + r.source_trace) +
      (alpha * (K * (K - 2 * theta) - (1 - c.z4) * hamiltonian) - (3 * (1 + c.kappa2)) * damped);
  rhs.theta(p) = dot(beta, d.first(u.theta, p)) +
                 (c.z4 * (0.5 * (alpha * (hamiltonian - 2 * (theta * K))) - r.z_lapse) -
                  (2 + c.kappa2) * damped);
  traceless_rhs(d, u, rhs, p, m, r, A, beta);
}

}  // namespace cardon::einstein
