// SPDX-License-Identifier: Apache-2.0
// Time derivatives of Gamma^i, and of the shift with its driver.
#pragma once
#include "local.hpp"

namespace cardon::einstein {

/// 2 alpha Gamma^i_jk A^jk - A^ij (2 d_j alpha + 3 alpha d_j chi / chi)
/// - g^ij (4/3 alpha d_j K - 2 z4 (alpha d_j Theta - Theta d_j alpha))
/// + g^jk d_j d_k beta^i + 1/3 g^ij d_j d_k beta^k
template <class T>
KOKKOS_FORCEINLINE_FUNCTION Vector<T> gamma_sources(const Symmetric<Real>& scale,
                                                    const Constants& c, const Local<T>& s) {
  Symmetric<T> A;  // A^ij
#pragma GCC unroll 6
  for (int i = 0; i < 3; ++i) {
    const Vector<T> raised =
        times(s.m.inverse_g, Vector<T>{{s.mixed[0][i], s.mixed[1][i], s.mixed[2][i]}});
#pragma GCC unroll 6
    for (int j = i; j < 3; ++j) A(i, j) = raised[j];
  }
  const T ratio = (3 * s.alpha) / s.chi, twice_theta = (2 * c.z4) * s.theta, twice = 2 * s.alpha;
  Vector<T> with_A, with_g;
#pragma GCC unroll 6
  for (int j = 0; j < 3; ++j) {
    const T divergence = (scale(j, 0) * s.ddbeta[0](j, 0) + scale(j, 1) * s.ddbeta[1](j, 1)) +
                         scale(j, 2) * s.ddbeta[2](j, 2);
    with_A[j] = 2 * s.grad.alpha[j] + ratio * s.grad.chi[j];
    with_g[j] = (1.0 / 3) * divergence -
                (s.alpha * ((4.0 / 3) * s.grad.K[j] - (2 * c.z4) * s.grad.theta[j]) +
                 twice_theta * s.grad.alpha[j]);
  }
  const Vector<T> a = times(A, with_A), g = times(s.m.inverse_g, with_g);
  Vector<T> sum;
#pragma GCC unroll 6
  for (int i = 0; i < 3; ++i)
    sum[i] =
        (twice * contract(A, s.m.up[i]) - a[i]) + (g[i] + sum_of_products(s.weights, s.ddbeta[i]));
  return sum;
}

/// d_t Gamma^i without advection (Alic et al., Phys. Rev. D 85, 064040, 2012, equation 22).
template <class R, class T>
KOKKOS_FORCEINLINE_FUNCTION Vector<T> gamma_rate(const Symmetric<Real>& scale, const Constants& c,
                                                 const R& u, const Point& p, const Local<T>& s) {
  const Vector<T> sources = gamma_sources(scale, c, s);
  const T stretch = (2.0 / 3) * s.shift.divergence;
  const T damping = (2 * c.z4) * (s.alpha * ((2.0 / 3) * s.K + c.kappa1));
  Vector<T> z, gamma, rate;
#pragma GCC unroll 6
  for (int k = 0; k < 3; ++k) {
    z[k] = 0.5 * (u.gamma[k](p) - s.m.contracted[k]);
    gamma[k] = s.m.contracted[k] + (2 * c.z4 * c.kappa3) * z[k];
  }
#pragma GCC unroll 6
  for (int i = 0; i < 3; ++i)
    rate[i] = (sources[i] + (stretch * gamma[i] - dot(gamma, s.shift.d[i]))) - damping * z[i];
  return rate;
}

/// d_t Gamma^i = rate + beta^k d_k Gamma^i
/// d_t beta^i = beta^k d_k beta^i + driver B^i
///              + harmonic alpha (alpha (chi Gamma^i + g^ij d_j chi / 2) - chi g^ij d_j alpha)
/// d_t B^i = beta^k d_k B^i + drives (rate - damping B^i)
template <bool dissipates, class R, class W, class T>
[[gnu::noinline]] KOKKOS_FUNCTION void gamma_rhs(const Symmetric<Real>& scale, const Constants& c,
                                                 const R& u, const W& rhs, const Point& p,
                                                 const Local<T>& s) {
  const Vector<T> rate = gamma_rate(scale, c, u, p, s), slope = times(s.m.inverse_g, s.slope);
#pragma GCC unroll 6
  for (int i = 0; i < 3; ++i) {
    const T B = u.B[i](p), harmonic = s.alpha * ((s.alpha * s.chi) * u.gamma[i](p) + slope[i]);
    rhs.gamma[i](p) =
        damped<dissipates>(rate[i] + dot(s.beta, s.dgamma[i]), s.dissipation.gamma[i]);
    rhs.beta[i](p) = damped<dissipates>(
        dot(s.beta, s.shift.d[i]) + (c.driver * B + c.harmonic * harmonic), s.dissipation.beta[i]);
    rhs.B[i](p) =
        damped<dissipates>(s.drift_B[i] + c.drives * (rate[i] - c.damping * B), s.dissipation.B[i]);
  }
}

}  // namespace cardon::einstein
