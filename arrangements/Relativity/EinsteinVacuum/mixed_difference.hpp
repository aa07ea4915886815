// SPDX-License-Identifier: Apache-2.0
// Mixed second differences of the wide stencils at one point as a function of their own. One of
// order 8 reads 64 points: with all of them in one function, g++ takes minutes to compile a
// right-hand side.
#pragma once
#include "stencil_weights.hpp"

namespace cardon::einstein {

/// The odd difference of order n along the stride p, without its divisor.
template <int n, int s = 1>
KOKKOS_FORCEINLINE_FUNCTION Real odd_difference(const Real* at, std::ptrdiff_t p) {
  constexpr Real weight = StencilWeights<n>::first[s - 1];
  const Real f = weight * (at[s * p] - at[-s * p]);
  if constexpr (s < n / 2)
    return f - odd_difference<n, s + 1>(at, p);
  else
    return f;
}

/// That difference along q of those along p.
template <int n, int s = 1>
KOKKOS_FORCEINLINE_FUNCTION Real odd_differences(const Real* at, std::ptrdiff_t p,
                                                 std::ptrdiff_t q) {
  constexpr Real weight = StencilWeights<n>::first[s - 1];
  const Real f = weight * (odd_difference<n>(at + s * q, p) - odd_difference<n>(at - s * q, p));
  if constexpr (s < n / 2)
    return f - odd_differences<n, s + 1>(at, p, q);
  else
    return f;
}

/// h_p h_q d_p d_q u times the square of StencilWeights<n>::first_divisor at the point `at`, with
/// p and q the strides of the two directions.
template <int n>
KOKKOS_FUNCTION Real mixed_difference(const Real* at, std::ptrdiff_t p, std::ptrdiff_t q);

template <>
[[gnu::noinline]] KOKKOS_INLINE_FUNCTION Real mixed_difference<6>(const Real* at, std::ptrdiff_t p,
                                                                  std::ptrdiff_t q) {
  return odd_differences<6>(at, p, q);
}

template <>
[[gnu::noinline]] KOKKOS_INLINE_FUNCTION Real mixed_difference<8>(const Real* at, std::ptrdiff_t p,
                                                                  std::ptrdiff_t q) {
  return odd_differences<8>(at, p, q);
}

}  // namespace cardon::einstein
