// SPDX-License-Identifier: Apache-2.0
// The evolved variables, as readers or writers of one time level.
#pragma once
#include "symmetric.hpp"

namespace cardon::einstein {

/// R reads or writes a value at a point: FieldReader, FieldWriter, or one that counts.
template <class R>
struct State {
  R chi, K, theta, alpha;
  R g[6], A[6];
  R gamma[3], beta[3], B[3];
};

/// u with one pair of strides for all fields, for those of a block lie alike. With strides of their
/// own g++ computes an address for each field and row of a stencil, a third of the time of kernels.
template <class R>
KOKKOS_FORCEINLINE_FUNCTION State<R> alike(State<R> u, std::ptrdiff_t sy, std::ptrdiff_t sz) {
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

/// What R reads.
template <class R>
using ValueOf =
    std::remove_cvref_t<decltype(std::declval<const R&>()(std::declval<const Point&>()))>;

template <class R>
KOKKOS_FORCEINLINE_FUNCTION Vector<ValueOf<R>> read_vector(const R (&v)[3], const Point& p) {
  return {{v[0](p), v[1](p), v[2](p)}};
}

template <class R>
KOKKOS_FORCEINLINE_FUNCTION Symmetric<ValueOf<R>> read_symmetric(const R (&a)[6], const Point& p) {
  return {{a[0](p), a[1](p), a[2](p), a[3](p), a[4](p), a[5](p)}};
}

}  // namespace cardon::einstein
