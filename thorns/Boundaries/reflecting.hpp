// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/boundary.hpp>

namespace cardon::boundaries {

/// A plane of symmetry, or of antisymmetry, at which what is even is odd and the other way round;
/// GridFunction::parity says which fields change sign at a plane of symmetry. On a cell-centred
/// grid the plane is the face of the domain. On a vertex-centred grid it goes through the outermost
/// points, which are evolved like all others; but if they lie half a spacing beyond coordinate 0,
/// the plane is at 0 and they are images of the points inside. Evolved points of the plane are left
/// alone even where the field is odd: blocks beside the face may have them too, and do not fill it.
class Reflecting : public Boundary {
 public:
  /// `sign` is 1 for symmetry and -1 for antisymmetry.
  explicit Reflecting(int sign = 1) : sign_(sign) {}
  int owned_layers(const Grid& grid, int direction, bool upper, int radius) const override;
  /// On a plane through points the outermost exterior point is the image of point `radius`.
  int reach(int radius) const override { return radius + 1; }
  BoundaryKind kind() const override { return BoundaryKind::symmetry; }
  void fill(const FaceFill& face) const override;

 private:
  int sign_;
};

}  // namespace cardon::boundaries
