// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <algorithm>
#include <cardon/services/boundary.hpp>
#include <cardon/thorn/error.hpp>
#include <cardon/thorn/thorn_declaration.hpp>

namespace cardon {

/// Stands for the boundary of a thorn where services are asked: it owns the points at faces of
/// vertex-centred grids, and none of cell-centred ones. Filling is left to the thorn.
class ThornBoundary : public Boundary {
 public:
  explicit ThornBoundary(const TaskDeclaration& boundary) {
    for (const FieldUse& use : boundary.reads)
      reach_ = std::max(reach_, *std::max_element(use.radius.begin(), use.radius.end()));
  }
  int owned_layers(const Grid& grid, int, bool, int) const override {
    return grid.centring == Centring::vertex ? 1 : 0;
  }
  int reach(int) const override { return reach_; }
  void fill(const FaceFill&) const override {
    throw Bug("the boundary of a thorn was taken for a service");
  }

 private:
  int reach_ = 0;
};

}  // namespace cardon
