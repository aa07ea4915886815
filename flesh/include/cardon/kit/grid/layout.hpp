// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/grid/growth.hpp>
#include <cardon/services/decomposition.hpp>
#include <cardon/services/grid.hpp>
#include <cardon/services/program.hpp>
#include <span>
#include <vector>

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
///
/// With several sites the blocks of a site tile its extended region; what they compute, and what
/// they exchange among themselves, is cut to the core grown by some layers on each wide link.
class Layout {
 public:
  /// `decomposition` covers the whole grid, with sites or without.
  Layout(const Grid& grid, Decomposition decomposition);

  /// The grid that is decomposed.
  const Grid& grid() const { return grid_; }
  /// The boxes of all ranks, as they were given.
  const Decomposition& decomposition() const { return decomposition_; }
  /// Number of blocks of all ranks.
  int blocks() const { return int(decomposition_.owned.size()); }
  /// Whether the grid has direction d.
  bool exists(int d) const { return d < grid_.dimensions; }
  /// Whether several blocks share direction d.
  bool is_cut(int d) const { return cut_[d]; }
  /// Whether ghost points of direction d come from blocks at the other end.
  bool wraps(int d) const { return exists(d) && grid_.periodic[d] && cut_[d]; }
  /// Whether each block keeps images in direction d.
  bool has_images(int d) const { return exists(d) && grid_.periodic[d] && !cut_[d]; }
  /// Whether direction d ends at faces of the domain.
  bool has_faces(int d) const { return exists(d) && !grid_.periodic[d]; }
  /// Whether there are several sites.
  bool has_sites() const { return !decomposition_.slabs.empty(); }
  /// Direction of the chain of sites; -1 with one site.
  int axis() const { return has_sites() ? decomposition_.axis : -1; }

  /// The points of the block in the core of its site; may be empty.
  const Box& owned(int block) const { return decomposition_.owned[std::size_t(block)]; }
  /// The points that the block alone holds for its site: owned ones, and its share of the copies
  /// of other sites' points.
  const Box& tile(int block) const {
    const auto& boxes = has_sites() ? decomposition_.tiles : decomposition_.owned;
    return boxes[std::size_t(block)];
  }
  /// Index of the block's site; 0 with one site.
  int slab_of(int block) const {
    return has_sites() ? decomposition_.slab_of_block[std::size_t(block)] : 0;
  }
  /// The part of a site, by index in the chain; only with several sites.
  const Slab& slab(int index) const { return decomposition_.slabs[std::size_t(index)]; }
  /// The wide links of a site, as indices into Decomposition::wide_links.
  std::vector<int> links_of(int slab) const;
  /// The wide links that plans for the blocks of a site know: the n-th of them is link n + 1. Those
  /// of the site; but all links, for every site, if some rank has blocks of sites with different
  /// links, because a rank has one plan for all its blocks.
  std::vector<int> plan_links(int slab) const;
  /// Returns the growth of a block for the layers per link of a plan.
  Growth growth(int block, std::span<const int> layers) const;

  /// A box with the exterior layers and images at the ends of the index space that it touches.
  Box with_exterior(const Box& box) const;
  /// The tile as far as the site's core grown by the wide layers goes, grown by the layers between
  /// blocks and cut to that core again; with exterior layers and images. Empty if the tile has no
  /// part in it.
  Box grown(int block, const Growth& growth) const;
  /// What a task computes for a growth: likewise, without exterior points, and without boundary
  /// points for Region::interior.
  Box computed(int block, const Growth& growth, Region region) const;
  /// What a block must store for exchanges up to `depth` layers between blocks. Faces are stored
  /// whole or not at all.
  Box stored(int block, int depth) const;
  /// `box` cut to the core of a site grown by the wide layers.
  Box limited(Box box, int slab, const Growth& growth) const;
  /// Another block of the site (or an image of the block itself) lies beyond this side.
  bool has_neighbour(int block, int d, bool upper) const;
  /// Whether some site has several blocks, which exchange ghost points with each other.
  bool exchanges_in_sites() const;
  /// Whether `box` lies in the domain as far as wrapping directions are concerned, so that no index
  /// needs wrapping.
  bool is_unwrapped(const Box& box) const;

 private:
  Box grown_box(Box box, int block, const Growth& growth, const Box& ends) const;
  bool needs_common_plan() const;

  Grid grid_;
  Decomposition decomposition_;
  bool cut_[3] = {false, false, false};
  bool common_plan_ = false;  // for all links
  Box ends_;                  // domain with exterior layers and images
};

}  // namespace cardon
