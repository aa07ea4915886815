// SPDX-License-Identifier: Apache-2.0
// Time derivatives of the conformal metric, its factor, and the lapse.
#pragma once
#include "constants.hpp"
#include "differences.hpp"
#include "state.hpp"

namespace cardon::einstein {

/// Derivatives of the shift: d[k][j] = d_j beta^k.
template <class T>
struct ShiftGradient {
  Vector<T> d[3];
  T divergence;
};

template <int n, class R>
KOKKOS_FORCEINLINE_FUNCTION auto shift_gradient(const Differences<n>& d, const R& beta,
                                                const Point& p) {
  ShiftGradient<ValueOf<R>> s;
#pragma GCC unroll 6
  for (int k = 0; k < 3; ++k) s.d[k] = d.first(beta[k], p);
  s.divergence = (s.d[0][0] + s.d[1][1]) + s.d[2][2];
  return s;
}

/// The part of the Lie derivative of a tensor density of weight -2/3 that has derivatives of the
/// shift: a_ki d_j beta^k + a_kj d_i beta^k - 2/3 a_ij d_k beta^k.
template <class T>
KOKKOS_FORCEINLINE_FUNCTION Symmetric<T> stretched(const Symmetric<T>& a,
                                                   const ShiftGradient<T>& s) {
  const T third = (2.0 / 3) * s.divergence;
  Symmetric<T> result;
#pragma GCC unroll 6
  for (int i = 0; i < 3; ++i)
#pragma GCC unroll 6
    for (int j = i; j < 3; ++j) {
      T sum = -third * a(i, j);
#pragma GCC unroll 6
      for (int k = 0; k < 3; ++k) sum = sum + (a(k, i) * s.d[k][j] + a(k, j) * s.d[k][i]);
      result(i, j) = sum;
    }
  return result;
}

/// d_t chi = beta^k d_k chi + 2/3 chi (alpha K - d_k beta^k)
/// d_t g_ij = -2 alpha A_ij + Lie derivative
/// d_t alpha = beta^k d_k alpha - (log_lapse alpha + square_lapse alpha^2) (K - 2 Theta)
template <int n, class R, class W>
KOKKOS_FORCEINLINE_FUNCTION void metric_rhs(const Differences<n>& d, const Constants& c, const R& u,
                                            const W& rhs, const Point& p) {
  using T = ValueOf<R>;
  const auto shift = shift_gradient(d, u.beta, p);
  const Vector<T> beta = read_vector(u.beta, p);
  const T alpha = u.alpha(p), chi = u.chi(p), K = u.K(p);
  rhs.chi(p) = dot(beta, d.first(u.chi, p)) + (2.0 / 3) * (chi * (alpha * K - shift.divergence));
  rhs.alpha(p) = dot(beta, d.first(u.alpha, p)) -
                 (alpha * (c.log_lapse + c.square_lapse * alpha)) * (K - 2 * u.theta(p));
  const Symmetric<T> lie = stretched(read_symmetric(u.g, p), shift);
  const T twice = 2 * alpha;
#pragma GCC unroll 6
  for (int q = 0; q < 6; ++q)
    rhs.g[q](p) = (dot(beta, d.first(u.g[q], p)) + lie.c[q]) - twice * u.A[q](p);
}

}  // namespace cardon::einstein
