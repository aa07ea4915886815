// SPDX-License-Identifier: Apache-2.0
// The Ricci tensor of the physical metric g_ij / chi, times chi.
#pragma once
#include "local.hpp"

namespace cardon::einstein {

/// chi and its derivatives.
template <class T>
struct Factor {
  T chi, inverse_chi;
  Vector<T> d;
  Symmetric<T> dd;
};

template <int n, class R>
KOKKOS_FORCEINLINE_FUNCTION auto factor(const Differences<n>& d, const R& chi, const Point& p) {
  Factor<ValueOf<R>> f;
  f.chi = chi(p);
  f.inverse_chi = 1 / f.chi;
  f.d = d.first(chi, p);
  f.dd = d.second(chi, p);
  return f;
}

/// Products of two Christoffel symbols in the conformal Ricci tensor:
/// g^lm (Gamma^k_li Gamma_jkm + Gamma^k_lj Gamma_ikm + Gamma^k_im Gamma_klj), of which the first
/// and the last make a derivative of the metric.
template <class T>
[[gnu::noinline]] KOKKOS_FUNCTION void christoffel_products(const Geometry<T>& m,
                                                            Symmetric<T>& sum) {
  Vector<T> raised[3][3];  // [k][i][m] = Gamma^k_i^m
#pragma GCC unroll 6
  for (int k = 0; k < 3; ++k)
#pragma GCC unroll 6
    for (int i = 0; i < 3; ++i) raised[k][i] = times(m.inverse_g, row(m.up[k], i));
  Symmetric<T> both[3];  // [i](k, m) = Gamma^k_i^m + Gamma^m_i^k, for k = m one of them
#pragma GCC unroll 6
  for (int i = 0; i < 3; ++i)
#pragma GCC unroll 6
    for (int k = 0; k < 3; ++k)
#pragma GCC unroll 6
      for (int l = k; l < 3; ++l)
        both[i](k, l) = k == l ? raised[k][i][l] : raised[k][i][l] + raised[l][i][k];
#pragma GCC unroll 6
  for (int i = 0; i < 3; ++i)
#pragma GCC unroll 6
    for (int j = i; j < 3; ++j) {
      T part[3];
#pragma GCC unroll 6
      for (int k = 0; k < 3; ++k)
        part[k] = dot(raised[k][i], Vector<T>{{m.dg[0](j, k), m.dg[1](j, k), m.dg[2](j, k)}});
      sum(i, j) = ((part[0] + part[1]) + part[2]) + sum_of_products(both[j], m.low[i]);
    }
}

/// The conformal Ricci tensor (Alcubierre, Introduction to 3+1 Numerical Relativity, equation
/// 2.8.17), with derivatives of the evolved Gamma^k, and with `gamma` where Gamma^k is not
/// differentiated. If Gamma^k holds 2 Z^k more than the metric gives, the result is that of
/// R_ij + D_i Z_j + D_j Z_i.
template <class T>
KOKKOS_FORCEINLINE_FUNCTION Symmetric<T> conformal_ricci(const Local<T>& s,
                                                         const Vector<T>& gamma) {
  Symmetric<T> ricci;
  christoffel_products(s.m, ricci);
  const Symmetric<T> of_gamma = symmetric_product(s.m.g, s.dgamma);
#pragma GCC unroll 6
  for (int q = 0; q < 6; ++q)
    ricci.c[q] =
        ricci.c[q] + 0.5 * ((of_gamma.c[q] + dot(gamma, s.m.gradient(q))) - s.laplacian.c[q]);
  return ricci;
}

/// chi times what the conformal factor adds to the Ricci tensor, and with Z (conformal, upper
/// index) to D_i Z_j + D_j Z_i.
template <class T>
KOKKOS_FORCEINLINE_FUNCTION Symmetric<T> factor_ricci(const Factor<T>& f, const Geometry<T>& m,
                                                      const Vector<T>& z) {
  const T gradient2 = dot(f.d, times(m.inverse_g, f.d)), z_gradient = dot(z, f.d);
  const T quarter = 0.25 * f.inverse_chi;
  const Vector<T> lower_z = times(m.g, z);
  Symmetric<T> hessian;
#pragma GCC unroll 6
  for (int q = 0; q < 6; ++q)
    hessian.c[q] =
        f.dd.c[q] - ((m.up[0].c[q] * f.d[0] + m.up[1].c[q] * f.d[1]) + m.up[2].c[q] * f.d[2]);
  const T trace_part =
      (0.5 * contract(m.inverse_g, hessian) - 3 * quarter * gradient2) - z_gradient;
  Symmetric<T> ricci;
#pragma GCC unroll 6
  for (int i = 0; i < 3; ++i)
#pragma GCC unroll 6
    for (int j = i; j < 3; ++j)
      ricci(i, j) = (0.5 * hessian(i, j) + m.g(i, j) * trace_part) +
                    ((lower_z[i] * f.d[j] + lower_z[j] * f.d[i]) - quarter * (f.d[i] * f.d[j]));
  return ricci;
}

}  // namespace cardon::einstein
