// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/decomposition.hpp>
#include <cardon/grid.hpp>
#include <cardon/program.hpp>

namespace cardon {

/// A decomposed grid as its blocks see it. In each direction the index space ends in one of three
/// ways:
///  - it wraps (periodic, cut between blocks): ghost points come from the blocks at the other end;
///  - it has images (periodic, not cut): every block spans the direction and keeps copies of its
///  own points beyond both
///    ends, as deep as the largest stencil; they are not ghost points and are never exchanged or
///    computed;
///  - it has faces: exterior layers beyond them belong to the blocks at the face.
/// Indices of ghost points and images run on beyond 0 and points[d]; they are not wrapped.
class Layout {
 public:
  Layout(const Grid& grid, Decomposition decomposition);

  const Grid& grid() const { return grid_; }
  const Decomposition& decomposition() const { return decomposition_; }
  int blocks() const { return static_cast<int>(decomposition_.owned.size()); }
  bool exists(int d) const { return d < grid_.dimensions; }
  bool is_cut(int d) const { return cut_[d]; }
  bool wraps(int d) const { return exists(d) && grid_.periodic[d] && cut_[d]; }
  bool has_images(int d) const { return exists(d) && grid_.periodic[d] && !cut_[d]; }
  bool has_faces(int d) const { return exists(d) && !grid_.periodic[d]; }

  const Box& owned(int block) const {
    return decomposition_.owned[static_cast<std::size_t>(block)];
  }
  /// Owned points with the exterior layers and images at the ends of the index space that the block
  /// touches.
  Box with_exterior(int block) const;
  /// with_exterior, grown by `layers` ghost layers.
  Box grown(int block, int layers) const;
  /// What a task computes for a growth: owned points and `growth` ghost layers, without exterior
  /// points, and without boundary points for Region::interior.
  Box computed(int block, int growth, Region region) const;
  /// What a block must store for exchanges up to `depth` layers. Faces are stored whole or not at
  /// all.
  Box stored(int block, int depth) const;
  /// Another block (or an image of the block itself) lies beyond this side.
  bool has_neighbour(int block, int d, bool upper) const;
  /// Whether `box` lies in the domain as far as wrapping directions are concerned, so that no index
  /// needs wrapping.
  bool is_unwrapped(const Box& box) const;

 private:
  Grid grid_;
  Decomposition decomposition_;
  bool cut_[3] = {false, false, false};
  Box ends_;  // domain with exterior layers and images
};

}  // namespace cardon
