// SPDX-License-Identifier: Apache-2.0
// Tasks that compute right-hand sides with differences of order n; instantiated in rhs_2.cpp and
// rhs_4.cpp. One task per group of variables keeps what the inner loop holds small.
#pragma once
#include "gamma_rhs.hpp"
#include "readers.hpp"
#include "tasks.hpp"

namespace cardon::einstein {

/// What the kernels of right-hand sides hold. Kernels are classes, not lambdas, since g++ has to be
/// told to inline functions of this length, and loops over points are vectorised only then.
template <int n>
struct RhsKernel {
  Differences<n> d;
  Constants c;
  State<FieldReader> u;
  State<FieldWriter> du;

  KOKKOS_FORCEINLINE_FUNCTION State<FieldReader> from() const {
    return alike(u, u.chi.sy, u.chi.sz);
  }
  KOKKOS_FORCEINLINE_FUNCTION State<FieldWriter> to() const {
    return alike(du, u.chi.sy, u.chi.sz);
  }
};

template <int n>
struct MetricKernel : RhsKernel<n> {
  KOKKOS_FORCEINLINE_FUNCTION void operator()(const Point& p) const {
    metric_rhs(this->d, this->c, this->from(), this->to(), p);
  }
};

template <int n>
struct CurvatureKernel : RhsKernel<n> {
  KOKKOS_FORCEINLINE_FUNCTION void operator()(const Point& p) const {
    curvature_rhs(this->d, this->c, this->from(), this->to(), p);
  }
};

template <int n>
struct GammaKernel : RhsKernel<n> {
  KOKKOS_FORCEINLINE_FUNCTION void operator()(const Point& p) const {
    gamma_rhs(this->d, this->c, this->from(), this->to(), p);
  }
};

template <int n>
RhsKernel<n> rhs_kernel(const Block& block) {
  RhsKernel<n> kernel{differences<n>(block), constants(block), {}, {}};
  take_readers(block, kernel.u);
  return kernel;
}

template <int n>
void metric_task(Block& block) {
  MetricKernel<n> kernel{rhs_kernel<n>(block)};
  kernel.du.chi = block.write(rhs(chi));
  kernel.du.alpha = block.write(rhs(alpha));
  take(kernel.du.g, block.write_components(g, FieldRef::rhs_level));
  block.for_each("metric", kernel);
}

template <int n>
void curvature_task(Block& block) {
  CurvatureKernel<n> kernel{rhs_kernel<n>(block)};
  take(kernel.u.gamma, block.read_components(gamma));
  kernel.du.K = block.write(rhs(K));
  kernel.du.theta = block.write(rhs(theta));
  take(kernel.du.A, block.write_components(A, FieldRef::rhs_level));
  block.for_each("curvature", kernel);
}

template <int n>
void gamma_task(Block& block) {
  GammaKernel<n> kernel{rhs_kernel<n>(block)};
  take(kernel.u.gamma, block.read_components(gamma));
  take(kernel.u.B, block.read_components(B));
  take(kernel.du.gamma, block.write_components(gamma, FieldRef::rhs_level));
  take(kernel.du.beta, block.write_components(beta, FieldRef::rhs_level));
  take(kernel.du.B, block.write_components(B, FieldRef::rhs_level));
  block.for_each("gamma", kernel);
}

}  // namespace cardon::einstein
