// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/grid/link_load.hpp>
#include <cardon/thorn/box.hpp>
#include <vector>

namespace cardon {

/// The work on the planes of a slab, per point of a plane, in point updates. Ghost layers count for
/// the plane that they lie next to: whoever owns that one computes them.
class PlaneCosts {
 public:
  PlaneCosts(int axis, int first_plane, int planes);
  /// The link at the lower (0) or upper (1) end of the slab, `layers` being its redundant work.
  /// Half of the packing is for what is sent, which lies in the outermost `depth` planes of the
  /// slab, and half for what is received.
  void add_link(int end, int depth, double packing, double layers);

  int axis() const { return axis_; }
  /// Work on the planes lo <= k < hi across direction d, per point of a plane.
  double between(int d, int lo, int hi) const;
  /// Work on a box.
  double of(const Box& box) const;

 private:
  int axis_;
  int first_;
  std::vector<double> sums_;  // of the planes before each
};

}  // namespace cardon
