// SPDX-License-Identifier: Apache-2.0
// The plain loops, for the files that compile them with different options; all but the expressions
// is local to these.
#pragma once
#include "einstein_loops.hpp"
#include "gamma_rhs.hpp"

namespace cardon::performance {
namespace {

constexpr int order = 4;

template <class R>
einstein::State<R> state(double* const (&origin)[einstein_variables], const EinsteinArrays& a) {
  einstein::State<R> s;
  int next = 0;
  const auto take = [&](R& r) {
    r.origin = origin[next++];
    r.sy = a.sy;
    r.sz = a.sz;
  };
  for (R* r : {&s.chi, &s.K, &s.theta, &s.alpha}) take(*r);
  for (R& r : s.g) take(r);
  for (R& r : s.A) take(r);
  for (R& r : s.gamma) take(r);
  for (R& r : s.beta) take(r);
  for (R& r : s.B) take(r);
  return s;
}

/// u with one pair of strides for all fields, for those of a block lie alike. With strides of their
/// own g++ computes an address for each field and row of a stencil, a third of the time of kernels.
template <class R>
KOKKOS_FORCEINLINE_FUNCTION einstein::State<R> alike(einstein::State<R> u, std::ptrdiff_t sy,
                                                     std::ptrdiff_t sz) {
  const auto share = [=](R& r) {
    r.sy = sy;
    r.sz = sz;
  };
  share(u.chi);
  share(u.K);
  share(u.theta);
  share(u.alpha);
#pragma GCC unroll 6
  for (int q = 0; q < 6; ++q) {
    share(u.g[q]);
    share(u.A[q]);
  }
#pragma GCC unroll 6
  for (int k = 0; k < 3; ++k) {
    share(u.gamma[k]);
    share(u.beta[k]);
    share(u.B[k]);
  }
  return u;
}

struct Sides {
  einstein::Differences<order> d;
  einstein::Constants c;
  einstein::State<FieldReader> u;
  einstein::State<FieldWriter> du;
  std::ptrdiff_t sy, sz;

  KOKKOS_FORCEINLINE_FUNCTION auto from() const { return alike(u, sy, sz); }
  KOKKOS_FORCEINLINE_FUNCTION auto to() const { return alike(du, sy, sz); }
};
struct MetricLoop : Sides {
  KOKKOS_FORCEINLINE_FUNCTION void operator()(const Point& p) const {
    metric_rhs(d, c, from(), to(), p);
  }
};
struct CurvatureLoop : Sides {
  KOKKOS_FORCEINLINE_FUNCTION void operator()(const Point& p) const {
    curvature_rhs(d, c, from(), to(), p);
  }
};
struct GammaLoop : Sides {
  KOKKOS_FORCEINLINE_FUNCTION void operator()(const Point& p) const {
    gamma_rhs(d, c, from(), to(), p);
  }
};
struct DissipationLoop {
  einstein::Differences<order> d;
  FieldReader u;
  FieldWriter du;
  double strength;
  KOKKOS_FORCEINLINE_FUNCTION void operator()(const Point& p) const {
    du(p) = du(p) + strength * d.dissipation(u, p);
  }
};

template <class F>
void loop(int n, const F& expressions) {
  const F f = expressions;
  for (int k = 0; k < n; ++k)
    for (int j = 0; j < n; ++j) {
#pragma GCC ivdep
      for (int i = 0; i < n; ++i) f(Point{i, j, k, nullptr});
    }
}

einstein::Constants constants(double kappa1) {
  einstein::Constants c;
  c.kappa1 = kappa1;
  c.kappa3 = c.drives = c.damping = 1;
  c.log_lapse = 2;
  c.driver = 0.75;
  return c;
}

void sweep(const EinsteinArrays& a, int task) {
  const Real inverse[3] = {a.inverse_spacing, a.inverse_spacing, a.inverse_spacing};
  const einstein::Differences<order> d(inverse);
  const Sides sides{
      d, constants(a.kappa1), state<FieldReader>(a.u, a), state<FieldWriter>(a.du, a), a.sy, a.sz};
  if (task == 0) loop(a.n, MetricLoop{sides});
  if (task == 1) loop(a.n, CurvatureLoop{sides});
  if (task == 2) loop(a.n, GammaLoop{sides});
  if (task != 3) return;
  for (int q = 0; q < einstein_variables; ++q) {
    FieldReader u;
    u.origin = a.u[q];
    u.sy = a.sy;
    u.sz = a.sz;
    loop(a.n, DissipationLoop{d, u, {a.du[q], a.sy, a.sz}, a.dissipation});
  }
}

}  // namespace
}  // namespace cardon::performance
