// SPDX-License-Identifier: Apache-2.0
// Time derivatives of the conformal metric, its factor, and the lapse.
#pragma once
#include "local.hpp"

namespace cardon::einstein {

/// d_t chi = beta^k d_k chi + 2/3 chi (alpha K - d_k beta^k)
/// d_t g_ij = -2 alpha A_ij + Lie derivative, of a tensor density of weight -2/3
/// d_t alpha = beta^k d_k alpha - (log_lapse alpha + square_lapse alpha^2) (K - 2 Theta)
template <bool dissipates, class R, class W, class T>
[[gnu::noinline]] KOKKOS_FUNCTION void metric_rhs(const Constants& c, const R& u, const W& rhs,
                                                  const Point& p, const Local<T>& s) {
  rhs.chi(p) = damped<dissipates>(
      dot(s.beta, s.grad.chi) + (2.0 / 3) * (s.chi * (s.alpha * s.K - s.shift.divergence)),
      s.dissipation.chi);
  rhs.alpha(p) = damped<dissipates>(
      dot(s.beta, s.grad.alpha) -
          (s.alpha * (c.log_lapse + c.square_lapse * s.alpha)) * (s.K - 2 * s.theta),
      s.dissipation.alpha);
  const T third = (1.0 / 3) * s.shift.divergence, twice = 2 * s.alpha;
  Vector<T> stretch[3] = {s.shift.d[0], s.shift.d[1], s.shift.d[2]};
#pragma GCC unroll 6
  for (int k = 0; k < 3; ++k) stretch[k][k] = stretch[k][k] - third;
  const Symmetric<T> lie = symmetric_product(s.m.g, stretch);
#pragma GCC unroll 6
  for (int q = 0; q < 6; ++q)
    rhs.g[q](p) = damped<dissipates>((dot(s.beta, s.m.gradient(q)) + lie.c[q]) - twice * u.A[q](p),
                                     s.dissipation.g[q]);
}

}  // namespace cardon::einstein
