// SPDX-License-Identifier: Apache-2.0
// Centred differences of a field in all directions at once, of order 2 or 4 (Fornberg, Math. Comp.
// 51, 1988, table 1), and Kreiss-Oliger dissipation. Sums run in a fixed order.
#pragma once
#include "symmetric.hpp"

namespace cardon::einstein {

/// n is the order, n / 2 the radius.
template <int n>
class Differences {
  static_assert(n == 2 || n == 4);

 public:
  /// inverse_spacing as in FieldReader: 0 in directions that the grid does not have.
  explicit Differences(const Real (&inverse_spacing)[3]) {
    constexpr Real first = n == 2 ? 0.5 : 1.0 / 12, second = n == 2 ? 1 : 1.0 / 12;
    constexpr Real smooth = n == 2 ? 1.0 / 16 : 1.0 / 64;
#pragma GCC unroll 6
    for (int d = 0; d < 3; ++d) {
      const Real h = inverse_spacing[d];
      first_[d] = first * h;
      second_[d] = second * h * h;
      smooth_[d] = smooth * h;
      mixed_[d] = first * inverse_spacing[d == 2] * (first * inverse_spacing[d == 0 ? 1 : 2]);
    }
  }

  /// d_i u
  template <class R>
  KOKKOS_FORCEINLINE_FUNCTION auto first(const R& u, const Point& p) const {
    const auto x = first_[0] * along<0>(u, p);
    return Vector{{x, first_[1] * along<1>(u, p), first_[2] * along<2>(u, p)}};
  }

  /// d_i d_j u
  template <class R>
  KOKKOS_FORCEINLINE_FUNCTION auto second(const R& u, const Point& p) const {
    const auto u0 = u(p);
    const auto xx = second_[0] * twice<0>(u, p, u0);
    return Symmetric{{xx, mixed_[0] * across<0, 1>(u, p), mixed_[1] * across<0, 2>(u, p),
                      second_[1] * twice<1>(u, p, u0), mixed_[2] * across<1, 2>(u, p),
                      second_[2] * twice<2>(u, p, u0)}};
  }

  /// (-1)^(r+1) h^(2 r - 1) / 2^(2 r) (D+ D-)^r u, r = n / 2 + 1, summed over the directions
  /// (Kreiss and Oliger, GARP Publications Series 10, 1973).
  template <class R>
  KOKKOS_FORCEINLINE_FUNCTION auto dissipation(const R& u, const Point& p) const {
    const auto u0 = u(p);
    return (smooth_[0] * smoothing<0>(u, p, u0) + smooth_[1] * smoothing<1>(u, p, u0)) +
           smooth_[2] * smoothing<2>(u, p, u0);
  }

 private:
  /// The value s points away in direction D from the point (a, b, c) away.
  template <int D, class R>
  KOKKOS_FORCEINLINE_FUNCTION static auto at(const R& u, const Point& p, int s, int a = 0,
                                             int b = 0, int c = 0) {
    return u(p, D == 0 ? s : a, D == 1 ? s : b, D == 2 ? s : c);
  }

  template <int D, class R>
  KOKKOS_FORCEINLINE_FUNCTION static auto along(const R& u, const Point& p, int a = 0, int b = 0,
                                                int c = 0) {
    const auto inner = at<D>(u, p, 1, a, b, c) - at<D>(u, p, -1, a, b, c);
    if constexpr (n == 2)
      return inner;
    else
      return 8 * inner - (at<D>(u, p, 2, a, b, c) - at<D>(u, p, -2, a, b, c));
  }

  template <int D, class R, class T>
  KOKKOS_FORCEINLINE_FUNCTION static auto twice(const R& u, const Point& p, const T& u0) {
    const auto inner = at<D>(u, p, 1) + at<D>(u, p, -1);
    if constexpr (n == 2)
      return inner - 2 * u0;
    else
      return (16 * inner - (at<D>(u, p, 2) + at<D>(u, p, -2))) - 30 * u0;
  }

  /// along<D> of the line that is s points away in direction E.
  template <int D, int E, class R>
  KOKKOS_FORCEINLINE_FUNCTION static auto line(const R& u, const Point& p, int s) {
    return along<D>(u, p, E == 0 ? s : 0, E == 1 ? s : 0, E == 2 ? s : 0);
  }

  template <int D, int E, class R>
  KOKKOS_FORCEINLINE_FUNCTION static auto across(const R& u, const Point& p) {
    const auto inner = line<D, E>(u, p, 1) - line<D, E>(u, p, -1);
    if constexpr (n == 2)
      return inner;
    else
      return 8 * inner - (line<D, E>(u, p, 2) - line<D, E>(u, p, -2));
  }

  template <int D, class R, class T>
  KOKKOS_FORCEINLINE_FUNCTION static auto smoothing(const R& u, const Point& p, const T& u0) {
    const auto one = at<D>(u, p, 1) + at<D>(u, p, -1), two = at<D>(u, p, 2) + at<D>(u, p, -2);
    if constexpr (n == 2)
      return (4 * one - two) - 6 * u0;
    else
      return ((at<D>(u, p, 3) + at<D>(u, p, -3)) - 6 * two) + (15 * one - 20 * u0);
  }

  Real first_[3], second_[3], mixed_[3], smooth_[3];
};

}  // namespace cardon::einstein
