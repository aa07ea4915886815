// SPDX-License-Identifier: Apache-2.0
// The evolved variables at one time level, and how kernels read them.
#pragma once
#include "symmetric.hpp"

namespace cardon::einstein {

/// R reads or writes a value at a point: FieldReader, FieldWriter, or one that counts; or it is a
/// value. Twice is the same for what has second derivatives in the equations.
template <class R, class Twice = R>
struct State {
  Twice chi;
  R K, theta;
  Twice alpha;
  Twice g[6];
  R A[6];
  R gamma[3];
  Twice beta[3];
  R B[3];
};

/// What R reads: an accessor, several of them, or a struct with accessors.
template <class R>
constexpr auto value_of() {
  if constexpr (requires(const R& r, const Point& p) { r(p); })
    return std::type_identity<
        std::remove_cvref_t<decltype(std::declval<const R&>()(std::declval<const Point&>()))>>{};
  else if constexpr (requires(const R& r) { r[0]; })
    return value_of<std::remove_cvref_t<decltype(std::declval<const R&>()[0])>>();
  else
    return value_of<decltype(R::g)>();
}
template <class R>
using ValueOf = typename decltype(value_of<R>())::type;

template <class R>
KOKKOS_FORCEINLINE_FUNCTION Vector<ValueOf<R>> read_vector(const R& v, const Point& p) {
  return {{v[0](p), v[1](p), v[2](p)}};
}

template <class R>
KOKKOS_FORCEINLINE_FUNCTION Symmetric<ValueOf<R>> read_symmetric(const R& a, const Point& p) {
  return {{a[0](p), a[1](p), a[2](p), a[3](p), a[4](p), a[5](p)}};
}

}  // namespace cardon::einstein
