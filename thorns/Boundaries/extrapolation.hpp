// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/boundary.hpp>

namespace cardon::boundaries {

/// Continues the polynomial through the nearest `points` points along the normal outwards; the
/// error is of order `points` in the spacing. On a vertex-centred grid the outermost point is
/// filled in this way, too.
class Extrapolation : public Boundary {
 public:
  /// `points` from 1 to 4.
  explicit Extrapolation(int points) : points_(points) {}
  int owned_layers(const Grid& grid, int direction, bool upper, int radius) const override;
  int reach(int) const override { return points_; }
  void fill(const FaceFill& face) const override;

 private:
  int points_;
};

}  // namespace cardon::boundaries
