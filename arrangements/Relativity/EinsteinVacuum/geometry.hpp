// SPDX-License-Identifier: Apache-2.0
// The conformal metric at a point with what follows from its first derivatives.
#pragma once
#include "differences.hpp"
#include "state.hpp"

namespace cardon::einstein {

/// Tilde quantities of the literature: indices are raised with the conformal metric.
template <class T>
struct Geometry {
  Symmetric<T> g, inverse_g;
  Symmetric<T> dg[3];    ///< dg[k](i, j) = d_k g_ij
  Symmetric<T> low[3];   ///< low[k](i, j) = Gamma_kij
  Symmetric<T> up[3];    ///< up[k](i, j) = Gamma^k_ij
  Vector<T> contracted;  ///< Gamma^k = g^ij Gamma^k_ij
  /// d_k g_ij by k.
  KOKKOS_FORCEINLINE_FUNCTION Vector<T> gradient(int q) const {
    return {{dg[0].c[q], dg[1].c[q], dg[2].c[q]}};
  }
};

template <class T>
KOKKOS_FORCEINLINE_FUNCTION void find_christoffel(Geometry<T>& m) {
#pragma GCC unroll 6
  for (int i = 0; i < 3; ++i)
#pragma GCC unroll 6
    for (int k = 0; k < 3; ++k) {
      const T half = 0.5 * m.dg[k](i, i);
      m.low[i](i, k) = half;
      if (k != i) m.low[k](i, i) = m.dg[i](k, i) - half;
    }
#pragma GCC unroll 6
  for (int k = 0; k < 3; ++k) {
    const int i = k == 0 ? 1 : 0, j = k == 2 ? 1 : 2;
    m.low[k](i, j) = 0.5 * ((m.dg[i](k, j) + m.dg[j](k, i)) - m.dg[k](i, j));
  }
#pragma GCC unroll 6
  for (int q = 0; q < 6; ++q) {
    const Vector<T> raised =
        times(m.inverse_g, Vector<T>{{m.low[0].c[q], m.low[1].c[q], m.low[2].c[q]}});
#pragma GCC unroll 6
    for (int k = 0; k < 3; ++k) m.up[k].c[q] = raised[k];
  }
#pragma GCC unroll 6
  for (int k = 0; k < 3; ++k) m.contracted[k] = contract(m.inverse_g, m.up[k]);
}

/// From the conformal metric around a point.
template <int n, class R>
KOKKOS_FORCEINLINE_FUNCTION auto geometry(const Differences<n>& d, const R& g, const Point& p) {
  Geometry<ValueOf<R>> m;
  m.g = read_symmetric(g, p);
  m.inverse_g = inverse(m.g);
#pragma GCC unroll 6
  for (int q = 0; q < 6; ++q) {
    const auto dq = d.first(g[q], p);
#pragma GCC unroll 6
    for (int k = 0; k < 3; ++k) m.dg[k].c[q] = dq[k];
  }
  find_christoffel(m);
  return m;
}

}  // namespace cardon::einstein
