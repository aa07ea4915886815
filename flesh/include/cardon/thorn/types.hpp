// SPDX-License-Identifier: Apache-2.0
// The number types that thorns, parameters and kernels share.
#pragma once

namespace cardon {

/// All physics is in this type.
using Real = double;

/// Three reals, in the order x, y, z.
struct Vec3 {
  Real x = 0;  ///< first component
  Real y = 0;  ///< second component
  Real z = 0;  ///< third component

  /// Component d: 0, 1, 2 for x, y, z.
  constexpr Real operator[](int d) const { return d == 0 ? x : d == 1 ? y : z; }
  /// Component d, to be assigned.
  constexpr Real& operator[](int d) { return d == 0 ? x : d == 1 ? y : z; }
  /// Whether all components are equal.
  constexpr bool operator==(const Vec3&) const = default;
};

}  // namespace cardon
