// SPDX-License-Identifier: Apache-2.0
// Centred differences of a field in all directions at once, of order 2, 4, 6 or 8, Kreiss-Oliger
// dissipation, and what turns centred differences into upwinded ones. Sums run in a fixed order.
#pragma once
#include "mixed_difference.hpp"
#include "symmetric.hpp"

namespace cardon::einstein {

/// n is the order, n / 2 the radius; that of dissipation and upwinding is n / 2 + 1.
template <int n>
class Differences {
  static_assert(n == 2 || n == 4 || n == 6 || n == 8);

 public:
  static Differences prepare(GridView grid) {
    Real inverse[3];
    for (int d = 0; d < 3; ++d) inverse[d] = grid.spacing[d] == 0 ? 0 : 1 / grid.spacing[d];
    return Differences(inverse);
  }
  /// inverse_spacing as in FieldReader: 0 in directions that the grid does not have.
  explicit Differences(const Real (&inverse_spacing)[3]) {
    constexpr Real first = 1 / W::first_divisor, second = 1 / W::second_divisor;
    constexpr Real smooth = 1.0 / (4 << n), lopsided = W::first[n / 2 - 1] / 2 * first;
#pragma GCC unroll 6
    for (int d = 0; d < 3; ++d) {
      const Real h = inverse_spacing[d];
      first_[d] = first * h;
      second_[d] = second * h * h;
      smooth_[d] = smooth * h;
      lopsided_[d] = lopsided * h;
      mixed_[d] = first * inverse_spacing[d == 2] * (first * inverse_spacing[d == 0 ? 1 : 2]);
    }
  }

  /// d_i u
  template <class R>
  KOKKOS_FORCEINLINE_FUNCTION auto first(const R& u, const Point& p) const {
    const auto x = first_[0] * along<0>(u, p);
    return Vector<std::remove_const_t<decltype(x)>>{
        {x, first_[1] * along<1>(u, p), first_[2] * along<2>(u, p)}};
  }

  /// d_i u = scale_i unscaled_i
  template <class R>
  KOKKOS_FORCEINLINE_FUNCTION auto unscaled_first(const R& u, const Point& p) const {
    const auto x = along<0>(u, p);
    return Vector<std::remove_const_t<decltype(x)>>{{x, along<1>(u, p), along<2>(u, p)}};
  }
  KOKKOS_FORCEINLINE_FUNCTION Vector<Real> first_scale() const {
    return {{first_[0], first_[1], first_[2]}};
  }
  /// One of them.
  template <int D, class R>
  KOKKOS_FORCEINLINE_FUNCTION auto unscaled(const R& u, const Point& p) const {
    return along<D>(u, p);
  }

  /// d_i u but for i = axis, where it is 0 and nothing is read.
  template <class R>
  KOKKOS_FORCEINLINE_FUNCTION auto first_beside(int axis, const R& u, const Point& p) const {
    using T = decltype(first_[0] * along<0>(u, p));
    return Vector<T>{{axis == 0 ? T(0) : first_[0] * along<0>(u, p),
                      axis == 1 ? T(0) : first_[1] * along<1>(u, p),
                      axis == 2 ? T(0) : first_[2] * along<2>(u, p)}};
  }

  /// d_i d_j u
  template <class R>
  KOKKOS_FORCEINLINE_FUNCTION auto second(const R& u, const Point& p) const {
    auto dd = unscaled_second(u, p);
    const Symmetric<Real> scale = second_scale();
#pragma GCC unroll 6
    for (int q = 0; q < 6; ++q) dd.c[q] = scale.c[q] * dd.c[q];
    return dd;
  }
  /// The same without its factors.
  template <class R>
  KOKKOS_FORCEINLINE_FUNCTION auto unscaled_second(const R& u, const Point& p) const {
    const auto u0 = u(p);
    const auto xx = twice<0>(u, p, u0);
    return Symmetric<std::remove_const_t<decltype(xx)>>{{xx, across<1, 0>(u, p), across<2, 0>(u, p),
                                                         twice<1>(u, p, u0), across<2, 1>(u, p),
                                                         twice<2>(u, p, u0)}};
  }
  KOKKOS_FORCEINLINE_FUNCTION Symmetric<Real> second_scale() const {
    return {{second_[0], mixed_[0], mixed_[1], second_[1], mixed_[2], second_[2]}};
  }

  /// (-1)^(r+1) h^(2 r - 1) / 2^(2 r) (D+ D-)^r u, r = n / 2 + 1, summed over the directions
  /// (Kreiss and Oliger, GARP Publications Series 10, 1973).
  template <class R>
  KOKKOS_FORCEINLINE_FUNCTION auto dissipation(const R& u, const Point& p) const {
    const auto u0 = u(p);
    return (smooth_[0] * smoothing<0>(u, p, u0) + smooth_[1] * smoothing<1>(u, p, u0)) +
           smooth_[2] * smoothing<2>(u, p, u0);
  }

  /// beta^k d_k u of order n with one point more on the side that beta^k points to and one fewer on
  /// the other, minus the same with centred differences. With order 4 this makes
  ///   (-3 u[-1] - 10 u[0] + 18 u[1] - 6 u[2] + u[3]) / (12 h)   for beta^k > 0
  /// of the centred differences, and its mirror image for beta^k < 0 (Zlochower, Baker, Campanelli
  /// and Lousto, Phys. Rev. D 72, 024021, 2005; order 6: Husa, Gonzalez, Hannam, Bruegmann and
  /// Sperhake, Class. Quantum Grav. 25, 105006, 2008). The even part is dissipation.
  template <class R, class T>
  KOKKOS_FORCEINLINE_FUNCTION T upwinding(const R& u, const Point& p, const Vector<T>& beta) const {
    const T u0 = u(p);
    return (lopsided<0>(u, p, u0, beta) + lopsided<1>(u, p, u0, beta)) +
           lopsided<2>(u, p, u0, beta);
  }

 private:
  using W = StencilWeights<n>;

  /// The value s points away in direction D from the point (a, b, c) away.
  template <int D, class R>
  KOKKOS_FORCEINLINE_FUNCTION static auto at(const R& u, const Point& p, int s, int a = 0,
                                             int b = 0, int c = 0) {
    return u(p, D == 0 ? s : a, D == 1 ? s : b, D == 2 ? s : c);
  }

  /// w f, without a product where w is 1.
  template <const auto& w, int s, class T>
  KOKKOS_FORCEINLINE_FUNCTION static T weighted(const T& f) {
    constexpr Real weight = w[s - 1];  // GPUs know no arrays of the host
    if constexpr (weight == 1)
      return f;
    else
      return weight * f;
  }

  // Sums over s from the outermost points inwards. Templates that call themselves are inlined, and
  // loops around them vectorised, where g++ leaves lambdas as calls.

  template <int D, const auto& w, int s = 1, class R>
  KOKKOS_FORCEINLINE_FUNCTION static auto odd(const R& u, const Point& p, int a = 0, int b = 0,
                                              int c = 0) {
    const auto f = at<D>(u, p, s, a, b, c) - at<D>(u, p, -s, a, b, c);
    if constexpr (s < int(std::size(w)))
      return weighted<w, s>(f) - odd<D, w, s + 1>(u, p, a, b, c);
    else
      return weighted<w, s>(f);
  }

  template <int D, const auto& w, int s = 1, class R>
  KOKKOS_FORCEINLINE_FUNCTION static auto even(const R& u, const Point& p) {
    const auto f = at<D>(u, p, s) + at<D>(u, p, -s);
    if constexpr (s < int(std::size(w)))
      return weighted<w, s>(f) - even<D, w, s + 1>(u, p);
    else
      return weighted<w, s>(f);
  }

  template <int D, class R>
  KOKKOS_FORCEINLINE_FUNCTION static auto along(const R& u, const Point& p) {
    if constexpr (D > 0 && requires { u.template row<D>(); })
      return u.template row<D>()(p);
    else
      return odd<D, W::first>(u, p);
  }

  template <int D, class R, class T>
  KOKKOS_FORCEINLINE_FUNCTION static auto twice(const R& u, const Point& p, const T& u0) {
    return even<D, W::second>(u, p) - W::second_centre * u0;
  }

  /// along<D> of the line that is s points away in direction E.
  template <int D, int E, class R>
  KOKKOS_FORCEINLINE_FUNCTION static auto line(const R& u, const Point& p, int s) {
    return odd<D, W::first>(u, p, E == 0 ? s : 0, E == 1 ? s : 0, E == 2 ? s : 0);
  }

  /// The difference along E of those along D.
  template <int D, int E, class R>
  KOKKOS_FORCEINLINE_FUNCTION static auto across(const R& u, const Point& p) {
    if constexpr (requires { u.template row<D>(); })
      return odd<E, W::first>(u.template row<D>(), p);
    else
#ifndef CARDON_CHECK_ACCESS  // which wants to see each read
      if constexpr (n >= 6 && std::is_base_of_v<FieldReader, R>)
        return mixed_difference<n>(&u.origin[p.c * u.sz + p.b * u.sy + p.a], D == 1 ? u.sy : u.sz,
                                   E == 0 ? 1 : u.sy);
      else
#endif
        return products<D, E>(u, p);
  }

  template <int D, int E, int s = 1, class R>
  KOKKOS_FORCEINLINE_FUNCTION static auto products(const R& u, const Point& p) {
    const auto f = line<D, E>(u, p, s) - line<D, E>(u, p, -s);
    if constexpr (s < n / 2)
      return weighted<W::first, s>(f) - products<D, E, s + 1>(u, p);
    else
      return weighted<W::first, s>(f);
  }

  template <int D, class R, class T>
  KOKKOS_FORCEINLINE_FUNCTION static auto smoothing(const R& u, const Point& p, const T& u0) {
    return even<D, W::smooth>(u, p) - W::smooth_centre * u0;
  }

  template <int D, class R, class T>
  KOKKOS_FORCEINLINE_FUNCTION T lopsided(const R& u, const Point& p, const T& u0,
                                         const Vector<T>& beta) const {
    return lopsided_[D] * (beta[D] * odd<D, W::odd>(u, p) + abs(beta[D]) * smoothing<D>(u, p, u0));
  }

  Real first_[3], second_[3], mixed_[3], smooth_[3], lopsided_[3];
};

}  // namespace cardon::einstein
