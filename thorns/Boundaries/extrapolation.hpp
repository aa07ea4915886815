// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/boundary.hpp>

namespace cardon::boundaries {

/// Continues the polynomial through the nearest `points` points along the normal outwards; the
/// error is of order `points` in the spacing. On a vertex-centred grid the outermost point is
/// filled in this way, too, unless it is evolved: then differences there become one-sided.
class Extrapolation : public Boundary {
 public:
  enum class Outermost { filled, evolved };
  /// `points` from 1 to 4.
  explicit Extrapolation(int points, Outermost outermost = Outermost::filled)
      : points_(points), outermost_(outermost) {}
  int owned_layers(const Grid& grid, int direction, bool upper, int radius) const override;
  int reach(int) const override { return points_; }
  void fill(const FaceFill& face) const override;

 private:
  int points_;
  Outermost outermost_;
};

}  // namespace cardon::boundaries
