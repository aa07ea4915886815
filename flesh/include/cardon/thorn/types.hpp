// SPDX-License-Identifier: Apache-2.0
// The number types that thorns, parameters and kernels share.
#pragma once

namespace cardon {

/// All physics is in this type.
using Real = double;

/// Three reals, in the order x, y, z.
struct Vec3 {
  Real x = 0;
  Real y = 0;
  Real z = 0;

  constexpr Real operator[](int d) const { return d == 0 ? x : d == 1 ? y : z; }
  constexpr Real& operator[](int d) { return d == 0 ? x : d == 1 ? y : z; }
  constexpr bool operator==(const Vec3&) const = default;
};

}  // namespace cardon
