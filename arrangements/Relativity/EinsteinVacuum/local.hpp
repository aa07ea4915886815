// SPDX-License-Identifier: Apache-2.0
// What the equations share at a point: all derivatives, and what follows from those of the metric.
#pragma once
#include "constants.hpp"
#include "geometry.hpp"
#include "pack.hpp"

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
  Vector<T> drift;  ///< beta^k with the factor of Differences::first_scale()
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

/// Differences of all variables at a group of points, field by field: the rows of a field that one
/// Pack has brought into the cache are there for the next one. Loops over components stay loops,
/// for the instructions of all of them together would not stay in a processor's cache.
template <bool dissipates, int n, class T, class Meanwhile>
struct FindLocal {
  const Differences<n>& d;
  const Point& first;
  Real strength;
  const Group& group;
  Local<T>* all;  ///< of each point
  const Meanwhile& meanwhile;

  /// Calls f(point, what is found there) for all of them.
  template <class F>
  KOKKOS_FORCEINLINE_FUNCTION void each(const F& f) const {
#pragma GCC unroll 1
    for (int i = 0; i < group.count; ++i) f(group.point(first, i), all[i]);
  }
  /// The same with `meanwhile(u, i)` after each.
  template <class R, class F>
  KOKKOS_FORCEINLINE_FUNCTION void each(const R& u, const F& f) const {
#pragma GCC unroll 1
    for (int i = 0; i < group.count; ++i) {
      f(group.point(first, i), all[i]);
      meanwhile(u, i);
    }
  }
  template <class R>
  KOKKOS_FORCEINLINE_FUNCTION void dissipation(const R& u, const Point& p, T& to) const {
    if constexpr (dissipates) to = strength * d.dissipation(u, p);
  }
  template <class R>
  KOKKOS_FORCEINLINE_FUNCTION void values(const R& u) const {
    const Vector<Real> first_scale = d.first_scale();
    const Symmetric<Real> scale = d.second_scale();
    each([&](const Point& p, Local<T>& s) {
      s.chi = u.chi(p);
      s.alpha = u.alpha(p);
      s.K = u.K(p);
      s.theta = u.theta(p);
      s.beta = read_vector(u.beta, p);
      s.m.g = read_symmetric(u.g, p);
      s.m.inverse_g = inverse(s.m.g);
#pragma GCC unroll 6
      for (int k = 0; k < 3; ++k) s.drift[k] = first_scale[k] * s.beta[k];
#pragma GCC unroll 6
      for (int q = 0; q < 6; ++q)
        s.weights.c[q] =
            (q == 0 || q == 3 || q == 5 ? scale.c[q] : 2 * scale.c[q]) * s.m.inverse_g.c[q];
    });
  }
  template <class R>
  KOKKOS_FORCEINLINE_FUNCTION void metric(const R& g) const {
#pragma GCC unroll 1
    for (int q = 0; q < 6; ++q)
      each(g[q], [&](const Point& p, Local<T>& s) {
        const Vector<T> gradient = d.first(g[q], p);
#pragma GCC unroll 6
        for (int k = 0; k < 3; ++k) s.m.dg[k].c[q] = gradient[k];
        s.laplacian.c[q] = sum_of_products(s.weights, d.unscaled_second(g[q], p));
        dissipation(g[q], p, s.dissipation.g[q]);
      });
  }
  template <class R>
  KOKKOS_FORCEINLINE_FUNCTION void shift(const R& beta) const {
#pragma GCC unroll 1
    for (int k = 0; k < 3; ++k)
      each(beta[k], [&](const Point& p, Local<T>& s) {
        s.shift.d[k] = d.first(beta[k], p);
        s.ddbeta[k] = d.unscaled_second(beta[k], p);
        dissipation(beta[k], p, s.dissipation.beta[k]);
      });
  }
  template <class R>
  KOKKOS_FORCEINLINE_FUNCTION void gamma(const R& gamma) const {
#pragma GCC unroll 1
    for (int k = 0; k < 3; ++k)
      each(gamma[k], [&](const Point& p, Local<T>& s) {
        s.dgamma[k] = d.first(gamma[k], p);
        dissipation(gamma[k], p, s.dissipation.gamma[k]);
      });
  }
  /// beta^k d_k u
  template <int components, class R>
  KOKKOS_FORCEINLINE_FUNCTION void drift(const R& u, T (Local<T>::*to)[components],
                                         T (State<T>::*damping)[components]) const {
#pragma GCC unroll 1
    for (int q = 0; q < components; ++q)
      each(u[q], [&](const Point& p, Local<T>& s) {
        (s.*to)[q] = dot(s.drift, d.unscaled_first(u[q], p));
        dissipation(u[q], p, (s.dissipation.*damping)[q]);
      });
  }
  template <class R>
  KOKKOS_FORCEINLINE_FUNCTION void scalars(const R& u) const {
    each(u.chi, [&](const Point& p, Local<T>& s) {
      s.grad.chi = d.first(u.chi, p);
      s.ddchi = d.unscaled_second(u.chi, p);
      dissipation(u.chi, p, s.dissipation.chi);
    });
    each(u.alpha, [&](const Point& p, Local<T>& s) {
      s.grad.alpha = d.first(u.alpha, p);
      s.ddalpha = d.unscaled_second(u.alpha, p);
      dissipation(u.alpha, p, s.dissipation.alpha);
    });
    each(u.K, [&](const Point& p, Local<T>& s) {
      s.grad.K = d.first(u.K, p);
      dissipation(u.K, p, s.dissipation.K);
    });
    each(u.theta, [&](const Point& p, Local<T>& s) {
      s.grad.theta = d.first(u.theta, p);
      dissipation(u.theta, p, s.dissipation.theta);
    });
  }
  /// What needs no more differences.
  KOKKOS_FORCEINLINE_FUNCTION void products() const {
    each([&](const Point&, Local<T>& s) {
      s.shift.divergence = (s.shift.d[0][0] + s.shift.d[1][1]) + s.shift.d[2][2];
#pragma GCC unroll 6
      for (int i = 0; i < 3; ++i)
        s.slope[i] = 0.5 * (s.alpha * s.grad.chi[i]) - s.chi * s.grad.alpha[i];
      find_christoffel(s.m);
    });
  }
};

/// At the points of a group; `all` has room for each. Calls meanwhile(accessor, i) when it has
/// differenced a field at point i of the group.
template <bool dissipates, int n, class R, class T, class Meanwhile>
[[gnu::noinline]] KOKKOS_FUNCTION void find_local(const Differences<n>& d, Real strength,
                                                  const R& u, const Point& first,
                                                  const Group& group, Local<T>* all,
                                                  const Meanwhile& meanwhile) {
  const FindLocal<dissipates, n, T, Meanwhile> find{d, first, strength, group, all, meanwhile};
  find.values(u);
  find.metric(u.g);
  find.shift(u.beta);
  find.gamma(u.gamma);
  find.drift(u.A, &Local<T>::drift_A, &State<T>::A);
  find.drift(u.B, &Local<T>::drift_B, &State<T>::B);
  find.scalars(u);
  find.products();
}

}  // namespace cardon::einstein
