// SPDX-License-Identifier: Apache-2.0
// Time derivatives of K, A_ij and Theta: those with the Ricci tensor.
#pragma once
#include "ricci.hpp"

namespace cardon::einstein {

/// What the equations of K, A_ij and Theta share.
template <class T>
struct Curvature {
  /// chi (alpha R_ij - D_i D_j alpha) with the terms of Z, but for a multiple of the metric
  Symmetric<T> source;
  T scalar;        ///< R, with the terms of Z
  T source_trace;  ///< alpha R - D^i D_i alpha
  T z_lapse;       ///< Z^i d_i alpha
};

/// The source from chi times the conformal Ricci tensor and the second derivatives of chi / 2 and
/// alpha, all with the factor that they have in it; lower_z is Z_i of the conformal metric.
template <class T>
KOKKOS_FORCEINLINE_FUNCTION Symmetric<T> curvature_source(const Symmetric<Real>& scale,
                                                          const Local<T>& s,
                                                          const Symmetric<T>& ricci,
                                                          const Vector<T>& lower_z,
                                                          const T& inverse_chi) {
  const Vector<T>& dchi = s.grad.chi;
  const T eighth = 0.125 * inverse_chi, half = 0.5 * s.alpha, product = s.alpha * s.chi;
  Vector<T> v;
#pragma GCC unroll 6
  for (int i = 0; i < 3; ++i)
    v[i] = s.alpha * (lower_z[i] - eighth * dchi[i]) - 0.5 * s.grad.alpha[i];
  Symmetric<T> source;
#pragma GCC unroll 6
  for (int i = 0; i < 3; ++i)
#pragma GCC unroll 6
    for (int j = i; j < 3; ++j) {
      const int q = Symmetric<T>::slot(i, j);
      const T flat = scale.c[q] * (half * s.ddchi.c[q] - s.chi * s.ddalpha.c[q]);
      const T connection =
          (s.m.up[0].c[q] * s.slope[0] + s.m.up[1].c[q] * s.slope[1]) + s.m.up[2].c[q] * s.slope[2];
      source.c[q] =
          (product * ricci.c[q] + (flat - connection)) + (v[i] * dchi[j] + v[j] * dchi[i]);
    }
  return source;
}

template <class R, class T>
KOKKOS_FORCEINLINE_FUNCTION Curvature<T> curvature(const Symmetric<Real>& scale, const Constants& c,
                                                   const R& u, const Point& p, const Local<T>& s) {
  Vector<T> z, gamma;
#pragma GCC unroll 6
  for (int k = 0; k < 3; ++k) {
    const T twice_z = c.z4 * (u.gamma[k](p) - s.m.contracted[k]);
    z[k] = 0.5 * twice_z;
    gamma[k] = s.m.contracted[k] + twice_z;
  }
  const Symmetric<T> ricci = conformal_ricci(s, gamma);
  const Vector<T>&dchi = s.grad.chi, &dalpha = s.grad.alpha;
  const Vector<T> raised = times(s.m.inverse_g, dchi);
  const T inverse_chi = 1 / s.chi;
  const T trace_chi = sum_of_products(s.weights, s.ddchi) - dot(s.m.contracted, dchi),
          trace_alpha = sum_of_products(s.weights, s.ddalpha) - dot(s.m.contracted, dalpha);
  Curvature<T> result;
  result.scalar = (s.chi * contract(s.m.inverse_g, ricci) + 2 * trace_chi) -
                  ((2.5 * inverse_chi) * dot(dchi, raised) + dot(z, dchi));
  result.source_trace = s.alpha * result.scalar - (s.chi * trace_alpha - 0.5 * dot(dalpha, raised));
  result.z_lapse = s.chi * dot(z, dalpha);
  result.source = curvature_source(scale, s, ricci, times(s.m.g, z), inverse_chi);
  return result;
}

/// A_ij A^ij from A^k_j by [j][k].
template <class T>
KOKKOS_FORCEINLINE_FUNCTION T square_of(const Vector<T> (&mixed)[3]) {
  return ((mixed[0][0] * mixed[0][0] + mixed[1][1] * mixed[1][1]) + mixed[2][2] * mixed[2][2]) +
         2 * ((mixed[0][1] * mixed[1][0] + mixed[0][2] * mixed[2][0]) + mixed[1][2] * mixed[2][1]);
}

/// d_t A_ij = source without its trace + alpha (A_ij (K - 2 Theta) - 2 A_ik A^k_j) + Lie
/// derivative; the terms in brackets are those of a Lie derivative too.
template <bool dissipates, class W, class T>
KOKKOS_FORCEINLINE_FUNCTION void traceless_rhs(const W& rhs, const Point& p, const Local<T>& s,
                                               const Symmetric<T>& A, const Symmetric<T>& source) {
  const T third = (1.0 / 3) * contract(s.m.inverse_g, source);
  const T diagonal = (0.5 * s.alpha) * (s.K - 2 * s.theta) - (1.0 / 3) * s.shift.divergence;
  Vector<T> stretch[3];
#pragma GCC unroll 6
  for (int k = 0; k < 3; ++k)
#pragma GCC unroll 6
    for (int j = 0; j < 3; ++j) {
      const T rate = s.shift.d[k][j] - s.alpha * s.mixed[j][k];
      stretch[k][j] = k == j ? rate + diagonal : rate;
    }
  const Symmetric<T> lie = symmetric_product(A, stretch);
#pragma GCC unroll 6
  for (int q = 0; q < 6; ++q)
    rhs.A[q](p) = damped<dissipates>((source.c[q] - s.m.g.c[q] * third) + (s.drift_A[q] + lie.c[q]),
                                     s.dissipation.A[q]);
}

/// d_t K = beta^k d_k K + alpha (R + K (K - 2 Theta)) - D^i D_i alpha
///         - 3 kappa1 (1 + kappa2) alpha Theta
/// d_t Theta = beta^k d_k Theta + alpha / 2 (H - 2 Theta K) - Z^i d_i alpha
///             - kappa1 (2 + kappa2) alpha Theta
/// with H = R + 2/3 K^2 - A_ij A^ij (Alic et al., Phys. Rev. D 85, 064040, 2012, with damping terms
/// times alpha as there). Without z4 the Hamiltonian constraint takes R out of the first equation.
template <bool dissipates, class R, class W, class T>
[[gnu::noinline]] KOKKOS_FUNCTION void curvature_rhs(const Symmetric<Real>& scale,
                                                     const Constants& c, const R& u, const W& rhs,
                                                     const Point& p, Local<T>& s) {
  const Curvature<T> r = curvature(scale, c, u, p, s);
  const Symmetric<T> A = read_symmetric(u.A, p);
#pragma GCC unroll 6
  for (int j = 0; j < 3; ++j) s.mixed[j] = times(s.m.inverse_g, row(A, j));
  const T hamiltonian = (r.scalar + (2.0 / 3) * (s.K * s.K)) - square_of(s.mixed);
  const T damping = (c.z4 * c.kappa1) * (s.alpha * s.theta);
  rhs.K(p) =
      damped<dissipates>((dot(s.beta, s.grad.K) + r.source_trace) +
                             (s.alpha * (s.K * (s.K - 2 * s.theta) - (1 - c.z4) * hamiltonian) -
                              (3 * (1 + c.kappa2)) * damping),
                         s.dissipation.K);
  rhs.theta(p) = damped<dissipates>(
      dot(s.beta, s.grad.theta) +
          (c.z4 * (0.5 * (s.alpha * (hamiltonian - 2 * (s.theta * s.K))) - r.z_lapse) -
           (2 + c.kappa2) * damping),
      s.dissipation.theta);
  traceless_rhs<dissipates>(rhs, p, s, A, r.source);
}

}  // namespace cardon::einstein
