// SPDX-License-Identifier: Apache-2.0
// Tasks that compute right-hand sides with differences of order n; instantiated in rhs_2.cpp,
// rhs_4.cpp, rhs_6.cpp and rhs_8.cpp.
#pragma once
#include "evolved_fields.hpp"
#include "operations.hpp"
#include "parameters.hpp"
#include "rates.hpp"
#include "tasks.hpp"

namespace cardon::einstein {

struct RateFields {
  Write<rhs<einstein::chi>> chi;
  Write<rhs<einstein::K>> K;
  Write<rhs<einstein::theta>> theta;
  Write<rhs<einstein::alpha>> alpha;
  Write<rhs<einstein::g>> g;
  Write<rhs<einstein::A>> A;
  Write<rhs<einstein::gamma>> gamma;
  Write<rhs<einstein::beta>> beta;
  Write<rhs<einstein::B>> B;
};

/// Dissipation reaches one point farther than the other differences.
template <int n, bool dissipates>
using RateTerms = EvolvedFields<n / 2 + (dissipates ? 1 : 0)>;

template <int n, bool dissipates>
struct RateLoop {
  Differences<n> d;
  Constants c;
  Real strength;
  template <class R, class W>
  KOKKOS_FORCEINLINE_FUNCTION void operator()(const Point& p, const R& u, const W& rhs) const {
    rates<dissipates>(d, c, strength, u, rhs, p);
  }
  template <class R, class W>
  void over_box(const Piece& piece, const RowsAhead& ahead, const R& u, const W& rhs) const {
#ifdef CARDON_CHECK_ACCESS  // which wants to see each read
    constexpr bool together = false;
#else
    constexpr bool together = true;
#endif
    const Box& box = piece.box;
    if (together && box.extent(0) >= lanes)
      return RateStrips<dissipates, n>(d, c, strength, u, rhs).compute(piece, ahead);
    for (int k = box.lo[2]; k < box.hi[2]; ++k)
      for (int j = box.lo[1]; j < box.hi[1]; ++j)
        for (int i = box.lo[0]; i < box.hi[0]; ++i)
          operator()(Point{i, j, k, &piece.frame}, u, rhs);
  }
};

template <int n>
struct RatesKernel : RateLoop<n, false> {};
template <int n>
struct DampedRatesKernel : RateLoop<n, true> {};

struct Strength {
  Real value;
  static Strength prepare(Value<einstein::dissipation> strength, Value<max_speed> speed) {
    return {strength * speed};  // as the step divides by it
  }
};

template <int n>
void rates_of(Points points, const RateTerms<n, false>& u, const RateFields& rhs, Differences<n> d,
              const Constants& c) {
  points.each(RatesKernel<n>{{d, c, 0}}, u, rhs);
}

template <int n>
void damped_rates(Points points, const RateTerms<n, true>& u, const RateFields& rhs,
                  Differences<n> d, const Constants& c, Strength strength) {
  points.each(DampedRatesKernel<n>{{d, c, strength.value}}, u, rhs);
}

template <int n>
void declare_rates(ThornBuilder& thorn) {
  const std::string order_text = std::to_string(n);
  thorn.at<rates_of<n>>(EvolveRhs, "rates_" + order_text)
      .flops(rates_operations<n>)
      .when(order, n)
      .when(dissipate, false);
  thorn.at<damped_rates<n>>(EvolveRhs, "damped_rates_" + order_text)
      .flops(rates_operations<n> + dissipation_operations<n>)
      .when(order, n)
      .when(dissipate);
}

}  // namespace cardon::einstein
