// SPDX-License-Identifier: Apache-2.0
// One grid point as a kernel sees it: global indices and coordinates, whatever block computes it.
#pragma once
#include <Kokkos_Macros.hpp>
#include <cardon/thorn/types.hpp>

namespace cardon {

/// Where the points of a piece of a block are: x_d = origin[d] + (index + shift[d]) * spacing[d].
/// `shift` is a whole number of periods where ghost points lie beyond a periodic face, so that
/// copies of a point have its coordinates to the bit.
struct Frame {
  Real origin[3];   ///< coordinates x, y, z of global point (0, 0, 0)
  Real spacing[3];  ///< in x, y, z; 0 in directions that the grid does not have
  int shift[3];     ///< added to storage indices to get global ones
};

/// A point of the grid. Accessors take it as index; i(), j(), k() are its global indices, x(), y(),
/// z() its coordinates.
struct Point {
  int a,               ///< storage index in x: the global one, not wrapped at periodic faces
      b,               ///< storage index in y
      c;               ///< storage index in z
  const Frame* frame;  ///< of its piece; not owned

  /// Global index in x.
  KOKKOS_INLINE_FUNCTION int i() const { return a + frame->shift[0]; }
  /// Global index in y.
  KOKKOS_INLINE_FUNCTION int j() const { return b + frame->shift[1]; }
  /// Global index in z.
  KOKKOS_INLINE_FUNCTION int k() const { return c + frame->shift[2]; }
  /// Coordinate x.
  KOKKOS_INLINE_FUNCTION Real x() const { return frame->origin[0] + i() * frame->spacing[0]; }
  /// Coordinate y.
  KOKKOS_INLINE_FUNCTION Real y() const { return frame->origin[1] + j() * frame->spacing[1]; }
  /// Coordinate z.
  KOKKOS_INLINE_FUNCTION Real z() const { return frame->origin[2] + k() * frame->spacing[2]; }
  /// Square of the distance from the origin.
  KOKKOS_INLINE_FUNCTION Real r2() const { return x() * x() + y() * y() + z() * z(); }
  /// Square of the distance from a point.
  KOKKOS_INLINE_FUNCTION Real r2(const Vec3& from) const {
    const Real dx = x() - from[0], dy = y() - from[1], dz = z() - from[2];
    return dx * dx + dy * dy + dz * dz;
  }
};

}  // namespace cardon
