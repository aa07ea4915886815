// SPDX-License-Identifier: Apache-2.0
// Three components of a vector or covector at a point.
#pragma once
#include <cardon/thorn.hpp>

namespace cardon::einstein {

/// T is Real, or a number that counts operations.
template <class T>
struct Vector {
  T c[3];
  KOKKOS_FORCEINLINE_FUNCTION const T& operator[](int i) const { return c[i]; }
  KOKKOS_FORCEINLINE_FUNCTION T& operator[](int i) { return c[i]; }
};

/// a^i b_i
template <class T>
KOKKOS_FORCEINLINE_FUNCTION T dot(const Vector<T>& a, const Vector<T>& b) {
  return (a[0] * b[0] + a[1] * b[1]) + a[2] * b[2];
}

}  // namespace cardon::einstein
