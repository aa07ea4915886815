// SPDX-License-Identifier: Apache-2.0
// The physical curvature from the metric alone, without the evolved Gamma^i.
#pragma once
#include "curvature_rhs.hpp"

namespace cardon::einstein {

/// All second derivatives of the conformal metric: dd[q] of component q.
template <class T>
struct SecondDerivatives {
  Symmetric<T> dd[6];
  KOKKOS_FORCEINLINE_FUNCTION const T& operator()(int k, int l, int i, int j) const {
    return dd[Symmetric<T>::slot(i, j)](k, l);
  }
};

/// R_ij = g^kl (d_k d_i g_lj + d_k d_j g_li - d_k d_l g_ij - d_i d_j g_kl) / 2
///        + g^kl (Gamma^m_ki Gamma_mlj - Gamma^m_kl Gamma_mij) of the conformal metric
/// (Misner, Thorne and Wheeler, Gravitation, equation 8.49 and exercise 14.1).
template <int n, class R, class T>
KOKKOS_FUNCTION Symmetric<T> ricci_of_metric(const Differences<n>& d, const R& g, const Point& p,
                                             const Geometry<T>& m) {
  SecondDerivatives<T> s;
  for (int q = 0; q < 6; ++q) s.dd[q] = d.second(g[q], p);
  Symmetric<T> ricci{};
  for (int i = 0; i < 3; ++i)
    for (int j = i; j < 3; ++j) {
      for (int k = 0; k < 3; ++k) {
        for (int l = 0; l < 3; ++l) {
          T sum = 0.5 * ((s(k, i, l, j) + s(k, j, l, i)) - (s(k, l, i, j) + s(i, j, k, l)));
          for (int q = 0; q < 3; ++q) sum += m.up[q](k, i) * m.low[q](l, j);
          ricci(i, j) += m.inverse_g(k, l) * sum;
        }
        ricci(i, j) -= m.contracted[k] * m.low[k](i, j);
      }
    }
  return ricci;
}

/// The slice at a point, as constraints and Weyl scalars need it.
template <class T>
struct Slice {
  Geometry<T> m;
  Factor<T> f;
  Symmetric<T> ricci;  ///< chi times the physical Ricci tensor
  T scalar;            ///< physical R
};

template <int n, class R>
KOKKOS_FUNCTION Slice<Real> slice(const Differences<n>& d, const R& u, const Point& p) {
  Slice<Real> s;
  s.m = geometry(d, u.g, p);
  s.f = factor(d, u.chi, p);
  const Symmetric<Real> conformal = ricci_of_metric(d, u.g, p, s.m);
  s.ricci = factor_ricci(s.f, s.m, Vector<Real>{});
  for (int q = 0; q < 6; ++q) s.ricci.c[q] += s.f.chi * conformal.c[q];
  s.scalar = contract(s.m.inverse_g, s.ricci);
  return s;
}

/// Derivatives of the conformal extrinsic curvature with the conformal connection:
/// [k](i, j) = D_k A_ij.
template <class T>
struct CurvatureGradient {
  Symmetric<T> d[3];
};

/// `for_curl`: without the partial derivatives d_x A_xx, d_y A_yy and d_z A_zz.
template <bool for_curl = false, int n, class R>
KOKKOS_FUNCTION CurvatureGradient<Real> curvature_gradient(const Differences<n>& d, const R& a,
                                                           const Point& p,
                                                           const Geometry<Real>& m) {
  const Symmetric<Real> A = read_symmetric(a, p);
  CurvatureGradient<Real> result;
  for (int i = 0; i < 3; ++i)
    for (int j = i; j < 3; ++j) {
      const auto& component = a[Symmetric<Real>::slot(i, j)];
      const Vector<Real> flat =
          for_curl && i == j ? d.first_beside(i, component, p) : d.first(component, p);
      for (int k = 0; k < 3; ++k) {
        Real sum = flat[k];
        for (int l = 0; l < 3; ++l) sum -= m.up[l](k, i) * A(l, j) + m.up[l](k, j) * A(i, l);
        result.d[k](i, j) = sum;
      }
    }
  return result;
}

}  // namespace cardon::einstein
