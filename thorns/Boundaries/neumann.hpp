// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/boundary.hpp>

namespace cardon::boundaries {

/// Flat: no normal derivative. On a vertex-centred grid the outermost point copies the one inside
/// it and points further out continue the mirror between the two; on a cell-centred grid the mirror
/// is the face of the domain.
class Neumann : public Boundary {
 public:
  int owned_layers(const Grid& grid, int direction, bool upper, int radius) const override;
  int reach(int radius) const override { return radius < 1 ? 1 : radius; }
  void fill(const FaceFill& face) const override;
};

}  // namespace cardon::boundaries
