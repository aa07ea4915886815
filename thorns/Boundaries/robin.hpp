// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/boundary.hpp>

namespace cardon::boundaries {

/// For fields that approach f0 = GridFunction::far_value as f0 + k / r^n, r the distance from the
/// origin and n the number given with the boundary: each boundary point follows from the point
/// inside it. It fills as many boundary points as the stencil is wide.
class Robin : public Boundary {
 public:
  /// Throws Error (boundary/origin) if the origin lies on the face or beyond it.
  int owned_layers(const Grid& grid, int direction, bool upper, int radius) const override;
  int reach(int) const override { return 1; }
  bool needs_value() const override { return true; }
  void fill(const FaceFill& face) const override;
};

}  // namespace cardon::boundaries
