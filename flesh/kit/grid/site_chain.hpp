// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/grid/site_decomposition.hpp>
#include <optional>
#include <string>
#include <vector>

#include "grid/min_extents.hpp"

namespace cardon {

/// A site with what it brings along.
struct SiteMember {
  std::string name;
  std::vector<int> ranks;
  std::vector<double> speeds;      ///< of its ranks
  double speed = 0;                ///< of all of them
  std::optional<Index3> topology;  ///< of its ranks, if given
  int links[2] = {-1, -1};         ///< at its lower and upper end
  double packing[2] = {0, 0};      ///< for these links, per point of the face and step
  double redundant[2] = {0, 0};    ///< work of their ghost layers, in planes
  int depth = 0;                   ///< of the deeper one

  /// Work for its links, in planes.
  double overhead() const { return packing[0] + packing[1] + redundant[0] + redundant[1]; }
};

/// The chain of sites, and how thick the slab of each has to be.
class SiteChain {
 public:
  /// Throws Error (driver/topology, driver/thin-grid).
  explicit SiteChain(const SiteRequest& request);

  int axis() const { return axis_; }
  const std::vector<WideLink>& links() const { return links_; }
  const std::vector<SiteMember>& members() const { return members_; }

  /// What each site owns. Throws Error (driver/ghost-depth, driver/too-many-ranks).
  std::vector<Box> cores() const;
  /// How thin the boxes of a site's ranks may be: as thick as stencils if there is room, else one
  /// point.
  MinExtents min_extents(const SiteMember& member, const Box& core) const;
  /// Boxes as thick as stencils, and two points at least.
  MinExtents thick() const;

 private:
  // Least planes by site; nothing where its ranks do not even fit into the whole grid.
  using Thicknesses = std::vector<std::optional<int>>;

  void add_member(const Site& site, const std::vector<double>& speeds, const Location& where);
  Index3 topology_of(const Site& site, const Location& where) const;
  void add_links(const SiteRequest& request);
  MinExtents thin() const { return {grid_.points, thickness_}; }
  int planes() const { return grid_.points[axis_]; }
  Box slab(int lo, int hi) const;
  // One of n planes where the site may lie, for what its place at a face of the domain asks for.
  Box slab_of(std::size_t site, int n) const;
  bool fits(const SiteMember& member, const Box& core, const MinExtents& extents) const;
  std::optional<int> min_planes(std::size_t site, const MinExtents& extents) const;
  // If no ghost depth is above `max_depth`.
  Thicknesses min_thicknesses(const MinExtents& extents, int max_depth) const;
  bool are_possible(const Thicknesses& thicknesses) const;
  [[noreturn]] void fail() const;
  [[noreturn]] void fail_by_ranks() const;
  [[noreturn]] void fail_by_depth(int legal) const;

  Grid grid_;
  FaceThickness thickness_;
  int axis_;
  Location depth_where_;
  std::vector<WideLink> links_;
  std::vector<SiteMember> members_;
};

}  // namespace cardon
