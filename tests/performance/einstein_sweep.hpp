// SPDX-License-Identifier: Apache-2.0
// The plain loops, for the files that compile them with different options; all but the expressions
// is local to these.
#pragma once
#include "einstein_loops.hpp"
#include "rates.hpp"

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

einstein::Constants constants(double kappa1) {
  einstein::Constants c;
  c.kappa1 = kappa1;
  c.kappa3 = c.drives = c.damping = 1;
  c.log_lapse = 2;
  c.driver = 0.75;
  return c;
}

void sweep(const EinsteinArrays& a) {
  const Real inverse[3] = {a.inverse_spacing, a.inverse_spacing, a.inverse_spacing};
  const einstein::Differences<order> d(inverse);
  const einstein::Constants c = constants(a.kappa1);
  const auto u = state<FieldReader>(a.u, a);
  const auto du = state<FieldWriter>(a.du, a);
  einstein::RateStrips<true, order>(d, c, a.dissipation, u, du)
      .compute(Piece{{{0, 0, 0}, {a.n, a.n, a.n}}, {}}, RowsAhead{});
}

}  // namespace
}  // namespace cardon::performance
