// SPDX-License-Identifier: Apache-2.0
// Symmetric tensors of rank 2 at a point, and sums over their indices.
#pragma once
#include "vector.hpp"

namespace cardon::einstein {

/// Components xx, xy, xz, yy, yz, zz, the order of Field::symmetric_tensor.
template <class T>
struct Symmetric {
  T c[6];
  static constexpr int slot(int i, int j) { return i + j + (i > 0 && j > 0 ? 1 : 0); }
  KOKKOS_FORCEINLINE_FUNCTION const T& operator()(int i, int j) const { return c[slot(i, j)]; }
  KOKKOS_FORCEINLINE_FUNCTION T& operator()(int i, int j) { return c[slot(i, j)]; }
};

/// The components a_i0, a_i1, a_i2.
template <class T>
KOKKOS_FORCEINLINE_FUNCTION Vector<T> row(const Symmetric<T>& a, int i) {
  return {{a(i, 0), a(i, 1), a(i, 2)}};
}

/// a^ij b_ij
template <class T>
KOKKOS_FORCEINLINE_FUNCTION T contract(const Symmetric<T>& a, const Symmetric<T>& b) {
  return ((a.c[0] * b.c[0] + a.c[3] * b.c[3]) + a.c[5] * b.c[5]) +
         2 * ((a.c[1] * b.c[1] + a.c[2] * b.c[2]) + a.c[4] * b.c[4]);
}

/// The sum over the six components, each taken once.
template <class T>
KOKKOS_FORCEINLINE_FUNCTION T sum_of_products(const Symmetric<T>& a, const Symmetric<T>& b) {
  return ((a.c[0] * b.c[0] + a.c[3] * b.c[3]) + a.c[5] * b.c[5]) +
         ((a.c[1] * b.c[1] + a.c[2] * b.c[2]) + a.c[4] * b.c[4]);
}

/// a_ki b^k_j + a_kj b^k_i, with b[k][j] = b^k_j.
template <class T>
KOKKOS_FORCEINLINE_FUNCTION Symmetric<T> symmetric_product(const Symmetric<T>& a,
                                                           const Vector<T> (&b)[3]) {
  T product[3][3];
#pragma GCC unroll 6
  for (int i = 0; i < 3; ++i)
#pragma GCC unroll 6
    for (int j = 0; j < 3; ++j)
      product[i][j] = (a(0, i) * b[0][j] + a(1, i) * b[1][j]) + a(2, i) * b[2][j];
  Symmetric<T> result;
#pragma GCC unroll 6
  for (int i = 0; i < 3; ++i)
#pragma GCC unroll 6
    for (int j = i; j < 3; ++j) result(i, j) = product[i][j] + product[j][i];
  return result;
}

/// a^ij v_j
template <class T>
KOKKOS_FORCEINLINE_FUNCTION Vector<T> times(const Symmetric<T>& a, const Vector<T>& v) {
  return {(a.c[0] * v[0] + a.c[1] * v[1]) + a.c[2] * v[2],
          (a.c[1] * v[0] + a.c[3] * v[1]) + a.c[4] * v[2],
          (a.c[2] * v[0] + a.c[4] * v[1]) + a.c[5] * v[2]};
}

template <class T>
KOKKOS_FORCEINLINE_FUNCTION T determinant(const Symmetric<T>& a) {
  return (a.c[0] * (a.c[3] * a.c[5] - a.c[4] * a.c[4]) -
          a.c[1] * (a.c[1] * a.c[5] - a.c[4] * a.c[2])) +
         a.c[2] * (a.c[1] * a.c[4] - a.c[3] * a.c[2]);
}

/// The inverse of a.
template <class T>
KOKKOS_FORCEINLINE_FUNCTION Symmetric<T> inverse(const Symmetric<T>& a) {
  const T xx = a.c[3] * a.c[5] - a.c[4] * a.c[4], xy = a.c[2] * a.c[4] - a.c[1] * a.c[5];
  const T xz = a.c[1] * a.c[4] - a.c[2] * a.c[3];
  const T f = 1 / ((a.c[0] * xx + a.c[1] * xy) + a.c[2] * xz);
  return {{f * xx, f * xy, f * xz, f * (a.c[0] * a.c[5] - a.c[2] * a.c[2]),
           f * (a.c[1] * a.c[2] - a.c[0] * a.c[4]), f * (a.c[0] * a.c[3] - a.c[1] * a.c[1])}};
}

/// u^ik u^jl a_kl for symmetric u.
template <class T>
KOKKOS_FORCEINLINE_FUNCTION Symmetric<T> raise(const Symmetric<T>& u, const Symmetric<T>& a) {
  Symmetric<T> result;
#pragma GCC unroll 6
  for (int i = 0; i < 3; ++i) {
    const Vector<T> mixed = times(a, row(u, i));
    const Vector<T> raised = times(u, mixed);
#pragma GCC unroll 6
    for (int j = i; j < 3; ++j) result(i, j) = raised[j];
  }
  return result;
}

}  // namespace cardon::einstein
