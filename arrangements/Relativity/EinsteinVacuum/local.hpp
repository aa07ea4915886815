// SPDX-License-Identifier: Apache-2.0
// What the equations share at a point: all derivatives, and what follows from those of the metric.
#pragma once
#include "constants.hpp"
#include "geometry.hpp"

namespace cardon::einstein {

/// Derivatives of the shift: d[k][j] = d_j beta^k.
template <class T>
struct ShiftGradient {
  Vector<T> d[3];
  T divergence;
};

/// First derivatives of scalars.
template <class T>
struct Gradients {
  Vector<T> alpha, chi, K, theta;
};

/// Second derivatives are without the factors of Differences::second_scale().
template <class T>
struct Local {
  T chi, alpha, K, theta;
  Vector<T> beta;
  Geometry<T> m;
  Gradients<T> grad;
  ShiftGradient<T> shift;
  Vector<T> dgamma[3];       ///< [k][j] = d_j Gamma^k
  T drift_A[6], drift_B[3];  ///< beta^k d_k of A_ij and B^i
  Symmetric<T> weights;      ///< of second derivatives in g^ij d_i d_j
  Symmetric<T> laplacian;    ///< g^kl d_k d_l g_ij
  Symmetric<T> ddchi, ddalpha, ddbeta[3];
  Vector<T> slope;       ///< alpha d_i chi / 2 - chi d_i alpha
  Vector<T> mixed[3];    ///< A^k_j by [j][k]
  State<T> dissipation;  ///< of each variable, if there is any
};

/// rate, and dissipation if there is any.
template <bool dissipates, class T>
KOKKOS_FORCEINLINE_FUNCTION T damped(const T& rate, const T& dissipation) {
  if constexpr (dissipates)
    return rate + dissipation;
  else
    return rate;
}

/// Differences of all variables: those of several components in loops that stay loops, for the
/// instructions of all of them together would not stay in a processor's cache.
template <bool dissipates, int n, class T>
struct FindLocal {
  const Differences<n>& d;
  const Point& p;
  Real strength;
  Local<T>& s;

  template <class R>
  KOKKOS_FORCEINLINE_FUNCTION void dissipation(const R& u, T& to) const {
    if constexpr (dissipates) to = strength * d.dissipation(u, p);
  }
  template <class R>
  KOKKOS_FORCEINLINE_FUNCTION void metric(const R& g) const {
    const Symmetric<Real> scale = d.second_scale();
#pragma GCC unroll 6
    for (int q = 0; q < 6; ++q)
      s.weights.c[q] =
          (q == 0 || q == 3 || q == 5 ? scale.c[q] : 2 * scale.c[q]) * s.m.inverse_g.c[q];
    const Symmetric<T> weights = s.weights;
#pragma GCC unroll 1
    for (int q = 0; q < 6; ++q) {
      const Vector<T> first = d.first(g[q], p);
#pragma GCC unroll 6
      for (int k = 0; k < 3; ++k) s.m.dg[k].c[q] = first[k];
      s.laplacian.c[q] = sum_of_products(weights, d.unscaled_second(g[q], p));
      dissipation(g[q], s.dissipation.g[q]);
    }
  }
  template <class R>
  KOKKOS_FORCEINLINE_FUNCTION void shift(const R& beta) const {
#pragma GCC unroll 1
    for (int k = 0; k < 3; ++k) {
      s.shift.d[k] = d.first(beta[k], p);
      s.ddbeta[k] = d.unscaled_second(beta[k], p);
      dissipation(beta[k], s.dissipation.beta[k]);
    }
    s.shift.divergence = (s.shift.d[0][0] + s.shift.d[1][1]) + s.shift.d[2][2];
  }
  /// beta^k d_k u
  template <int components, class R>
  KOKKOS_FORCEINLINE_FUNCTION void drift(const R& u, T (&to)[components],
                                         T (&with)[components]) const {
    const Vector<Real> scale = d.first_scale();
    const Vector<T> beta{{scale[0] * s.beta[0], scale[1] * s.beta[1], scale[2] * s.beta[2]}};
#pragma GCC unroll 1
    for (int q = 0; q < components; ++q) {
      to[q] = dot(beta, d.unscaled_first(u[q], p));
      dissipation(u[q], with[q]);
    }
  }
  template <class R>
  KOKKOS_FORCEINLINE_FUNCTION void scalars(const R& u) const {
    s.ddchi = d.unscaled_second(u.chi, p);
    s.ddalpha = d.unscaled_second(u.alpha, p);
    s.grad = {d.first(u.alpha, p), d.first(u.chi, p), d.first(u.K, p), d.first(u.theta, p)};
    dissipation(u.chi, s.dissipation.chi);
    dissipation(u.alpha, s.dissipation.alpha);
    dissipation(u.K, s.dissipation.K);
    dissipation(u.theta, s.dissipation.theta);
#pragma GCC unroll 6
    for (int i = 0; i < 3; ++i)
      s.slope[i] = 0.5 * (s.alpha * s.grad.chi[i]) - s.chi * s.grad.alpha[i];
  }
};

template <bool dissipates, int n, class R, class T>
[[gnu::noinline]] KOKKOS_FUNCTION void find_local(const Differences<n>& d, Real strength,
                                                  const R& u, const Point& p, Local<T>& s) {
  s.chi = u.chi(p);
  s.alpha = u.alpha(p);
  s.K = u.K(p);
  s.theta = u.theta(p);
  s.beta = read_vector(u.beta, p);
  s.m.g = read_symmetric(u.g, p);
  s.m.inverse_g = inverse(s.m.g);
  const FindLocal<dissipates, n, T> find{d, p, strength, s};
  find.metric(u.g);
  find.shift(u.beta);
#pragma GCC unroll 1
  for (int k = 0; k < 3; ++k) {
    s.dgamma[k] = d.first(u.gamma[k], p);
    find.dissipation(u.gamma[k], s.dissipation.gamma[k]);
  }
  find.drift(u.A, s.drift_A, s.dissipation.A);
  find.drift(u.B, s.drift_B, s.dissipation.B);
  find.scalars(u);
  find_christoffel(s.m);
}

}  // namespace cardon::einstein
