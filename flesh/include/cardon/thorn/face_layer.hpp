// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/thorn/accessor.hpp>

namespace cardon {

/// The layer of points at a face of the domain that one call of a boundary task fills. Layers are
/// filled from the inside outwards, one call each.
struct FaceLayer {
  int direction = -1;  ///< of the normal: 0 x, 1 y, 2 z; -1: the task is not a boundary task
  bool upper = false;  ///< the face at domain_upper()
  int depth = 0;  ///< 0: the outermost points of the grid; -1, -2, ...: outside it, in this order

  /// The component of the outward normal along `direction`: 1 or -1. The others are 0.
  KOKKOS_INLINE_FUNCTION int outward() const { return upper ? 1 : -1; }
  /// The value n points further inside. Bound by the reach that the task declares.
  KOKKOS_INLINE_FUNCTION Real inside(const FieldReader& field, const Point& p, int n) const {
    const int step = upper ? -n : n;
    return field(p, direction == 0 ? step : 0, direction == 1 ? step : 0,
                 direction == 2 ? step : 0);
  }
};

}  // namespace cardon
