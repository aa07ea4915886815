// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/boundary.hpp>
#include <vector>

#include "space_table.hpp"

namespace cardon::boundaries {

/// The field has the value g(x, y, z, t) on the face of the domain: the formula given with the
/// boundary. On a vertex-centred grid the outermost point gets g itself. Points outside
/// continue the field oddly about g: u(-s) = 2 g - u(s), s the distance from the face.
class Dirichlet : public Boundary {
 public:
  int owned_layers(const Grid& grid, int direction, bool upper, int radius) const override;
  int reach(int radius) const override { return radius < 1 ? 1 : radius; }
  bool needs_value() const override { return true; }
  void fill(const FaceFill& face) const override;

 private:
  SpaceTable& table(const FaceFill& face) const;

  mutable std::vector<SpaceTable> tables_;
};

}  // namespace cardon::boundaries
