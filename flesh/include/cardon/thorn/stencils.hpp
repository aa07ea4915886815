// SPDX-License-Identifier: Apache-2.0
// Centred finite differences of order 2, 4 and 6 (Fornberg, Math. Comp. 51, 1988, table 1). Radius
// = order / 2. All sums run in a fixed order from the outside inwards, so that a point has the same
// bits wherever it is computed.
#pragma once
#include <cardon/signature/access.hpp>
#include <cardon/thorn/accessor.hpp>

namespace cardon {

/// Names of the directions for d1 and d2.
template <int D>
struct DirectionTag {};
inline constexpr DirectionTag<0> X{};  ///< as in d1(u, p, X)
inline constexpr DirectionTag<1> Y{};  ///< as in d1(u, p, Y)
inline constexpr DirectionTag<2> Z{};  ///< as in d1(u, p, Z)

/// Stencil radius of the centred differences of an order.
template <int Order>
constexpr int radius_of() {
  static_assert(Order == 2 || Order == 4 || Order == 6, "centred differences have order 2, 4 or 6");
  return Order / 2;
}

namespace detail {

template <int D>
KOKKOS_INLINE_FUNCTION Real at(const FieldReader& u, const Point& p, int n) {
  return u(p, D == 0 ? n : 0, D == 1 ? n : 0, D == 2 ? n : 0);
}

/// h^2 times the second derivative in direction D; u0 is the value at the point.
template <int D, int Order>
KOKKOS_INLINE_FUNCTION Real second_difference(const FieldReader& u, const Point& p, Real u0) {
  static_assert(radius_of<Order>() > 0);  // refuses other orders
  if constexpr (Order == 2) {
    return (at<D>(u, p, -1) + at<D>(u, p, 1)) - 2 * u0;
  } else if constexpr (Order == 4) {
    return (-1.0 / 12) * (at<D>(u, p, -2) + at<D>(u, p, 2)) +
           ((4.0 / 3) * (at<D>(u, p, -1) + at<D>(u, p, 1)) - 2.5 * u0);
  } else {
    return (1.0 / 90) * (at<D>(u, p, -3) + at<D>(u, p, 3)) +
           ((-3.0 / 20) * (at<D>(u, p, -2) + at<D>(u, p, 2)) +
            (1.5 * (at<D>(u, p, -1) + at<D>(u, p, 1)) - (49.0 / 18) * u0));
  }
}

/// h times the first derivative in direction D.
template <int D, int Order>
KOKKOS_INLINE_FUNCTION Real first_difference(const FieldReader& u, const Point& p) {
  static_assert(radius_of<Order>() > 0);
  if constexpr (Order == 2) {
    return 0.5 * (at<D>(u, p, 1) - at<D>(u, p, -1));
  } else if constexpr (Order == 4) {
    return (-1.0 / 12) * (at<D>(u, p, 2) - at<D>(u, p, -2)) +
           (2.0 / 3) * (at<D>(u, p, 1) - at<D>(u, p, -1));
  } else {
    return (1.0 / 60) * (at<D>(u, p, 3) - at<D>(u, p, -3)) +
           ((-3.0 / 20) * (at<D>(u, p, 2) - at<D>(u, p, -2)) +
            0.75 * (at<D>(u, p, 1) - at<D>(u, p, -1)));
  }
}

}  // namespace detail

/// First derivative of u at p in direction X, Y or Z, centred: d1(u, p, X), or d1<4>(u, p, X) for
/// order 4.
template <int Order = 2, int D>
KOKKOS_INLINE_FUNCTION Real d1(const FieldReader& u, const Point& p, DirectionTag<D>) {
  return u.inverse_spacing[D] * detail::first_difference<D, Order>(u, p);
}

/// Second derivative of u at p in direction X, Y or Z, centred.
template <int Order = 2, int D>
KOKKOS_INLINE_FUNCTION Real d2(const FieldReader& u, const Point& p, DirectionTag<D>) {
  return u.inverse_spacing[D] * u.inverse_spacing[D] *
         detail::second_difference<D, Order>(u, p, u(p));
}

/// Sum of the second derivatives in the directions that the grid has.
template <int Order = 2>
KOKKOS_INLINE_FUNCTION Real laplacian(const FieldReader& u, const Point& p) {
  const Real u0 = u(p);
  const Real wx = u.inverse_spacing[0] * u.inverse_spacing[0];
  const Real wy = u.inverse_spacing[1] * u.inverse_spacing[1];
  const Real wz = u.inverse_spacing[2] * u.inverse_spacing[2];
  return (wx * detail::second_difference<0, Order>(u, p, u0) +
          wy * detail::second_difference<1, Order>(u, p, u0)) +
         wz * detail::second_difference<2, Order>(u, p, u0);
}

namespace detail {
template <int Order, int radius>
constexpr void reach_check() {
  static_assert(radius_of<Order>() <= radius,
                "the difference reaches farther than the task's Read<field, radius> allows");
}
}  // namespace detail

/// First derivative through an accessor whose type knows its reach: an order that needs more points
/// than the task declared does not compile.
template <int Order = 2, int D, int rx, int ry, int rz>
KOKKOS_INLINE_FUNCTION Real d1(const Reach<rx, ry, rz>& u, const Point& p, DirectionTag<D> dir) {
  detail::reach_check<Order, D == 0 ? rx : D == 1 ? ry : rz>();
  return d1<Order>(static_cast<const FieldReader&>(u), p, dir);
}
/// Second derivative through such an accessor.
template <int Order = 2, int D, int rx, int ry, int rz>
KOKKOS_INLINE_FUNCTION Real d2(const Reach<rx, ry, rz>& u, const Point& p, DirectionTag<D> dir) {
  detail::reach_check<Order, D == 0 ? rx : D == 1 ? ry : rz>();
  return d2<Order>(static_cast<const FieldReader&>(u), p, dir);
}
/// Laplacian through such an accessor.
template <int Order = 2, int rx, int ry, int rz>
KOKKOS_INLINE_FUNCTION Real laplacian(const Reach<rx, ry, rz>& u, const Point& p) {
  detail::reach_check<Order, Reach<rx, ry, rz>::radius>();
  return laplacian<Order>(static_cast<const FieldReader&>(u), p);
}

}  // namespace cardon
