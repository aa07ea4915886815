// SPDX-License-Identifier: Apache-2.0
// Tasks that compute right-hand sides with differences of order n; instantiated in rhs_2.cpp and
// rhs_4.cpp. One task per group of variables keeps what the inner loop holds small.
#pragma once
#include "fields.hpp"
#include "gamma_rhs.hpp"
#include "operations.hpp"
#include "parameters.hpp"
#include "tasks.hpp"

namespace cardon::einstein {

/// What the tasks read, member by member, and the rates that they write.
template <int n>
struct MetricTerms {
  Read<einstein::chi, n / 2> chi;
  Read<einstein::alpha, n / 2> alpha;
  Read<einstein::g, n / 2> g;
  Read<einstein::beta, n / 2> beta;
  Read<einstein::K> K;
  Read<einstein::theta> theta;
  Read<einstein::A> A;
};
struct MetricRates {
  Write<rhs<einstein::chi>> chi;
  Write<rhs<einstein::alpha>> alpha;
  Write<rhs<einstein::g>> g;
};
template <int n>
struct CurvatureTerms {
  Read<einstein::chi, n / 2> chi;
  Read<einstein::alpha, n / 2> alpha;
  Read<einstein::g, n / 2> g;
  Read<einstein::beta, n / 2> beta;
  Read<einstein::K, n / 2> K;
  Read<einstein::theta, n / 2> theta;
  Read<einstein::A, n / 2> A;
  Read<einstein::gamma, n / 2> gamma;
};
struct CurvatureRates {
  Write<rhs<einstein::K>> K;
  Write<rhs<einstein::theta>> theta;
  Write<rhs<einstein::A>> A;
};
template <int n>
struct GammaTerms {
  Read<einstein::chi, n / 2> chi;
  Read<einstein::alpha, n / 2> alpha;
  Read<einstein::g, n / 2> g;
  Read<einstein::beta, n / 2> beta;
  Read<einstein::K, n / 2> K;
  Read<einstein::theta, n / 2> theta;
  Read<einstein::gamma, n / 2> gamma;
  Read<einstein::B, n / 2> B;
  Read<einstein::A> A;
};
struct GammaRates {
  Write<rhs<einstein::gamma>> gamma;
  Write<rhs<einstein::beta>> beta;
  Write<rhs<einstein::B>> B;
};

template <int n>
KOKKOS_FORCEINLINE_FUNCTION void metric(const Point& p, const MetricTerms<n>& u,
                                        const MetricRates& du, const Differences<n>& d,
                                        const Constants& c) {
  metric_rhs(d, c, u, du, p);
}

template <int n>
KOKKOS_FORCEINLINE_FUNCTION void curvature_of(const Point& p, const CurvatureTerms<n>& u,
                                              const CurvatureRates& du, const Differences<n>& d,
                                              const Constants& c) {
  curvature_rhs(d, c, u, du, p);
}

template <int n>
KOKKOS_FORCEINLINE_FUNCTION void gamma_of(const Point& p, const GammaTerms<n>& u,
                                          const GammaRates& du, const Differences<n>& d,
                                          const Constants& c) {
  gamma_rhs(d, c, u, du, p);
}

template <int n>
void declare_rates(ThornBuilder& thorn) {
  const std::string order_text = std::to_string(n);
  thorn.at<metric<n>>(EvolveRhs, "metric_rhs_" + order_text)
      .flops(metric_operations<n>)
      .when(order, n);
  thorn.at<curvature_of<n>>(EvolveRhs, "curvature_rhs_" + order_text)
      .flops(curvature_operations<n>)
      .when(order, n);
  thorn.at<gamma_of<n>>(EvolveRhs, "gamma_rhs_" + order_text)
      .flops(gamma_operations<n>)
      .when(order, n);
}

}  // namespace cardon::einstein
