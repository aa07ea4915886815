// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/thorn/box.hpp>
#include <string>
#include <vector>

namespace cardon {

/// A slow link of a decomposition, with the ghost layers kept on it.
struct WideLink {
  std::string name;  ///< as SiteLink::name
  int depth = 0;     ///< ghost layers on each side
};

/// The part of the grid that a site owns (its core), a slab across the chain of sites. Grown by the
/// ghost layers of the links at its two ends it is the site's extended region, which its blocks
/// tile. Indices of the extended region run on beyond the domain where the axis is periodic.
struct Slab {
  std::string name;         ///< of the site
  Box core;                 ///< points that the site owns; slabs tile the domain
  int links[2] = {-1, -1};  ///< at its lower and upper end: index into wide_links; -1: none
};

/// The boxes of all ranks. The owned ones tile the domain.
struct Decomposition {
  std::vector<Box> owned;  ///< one per block; may be empty if the tile lies outside the core
  std::vector<int> rank_of_block;  ///< rank that has the block, by block
  Index3 topology{1, 1, 1};  ///< blocks per direction where they form a regular array, x fastest
  /// Time of a step by rank, in point updates at speed 1; empty: not predicted.
  std::vector<double> predicted;

  // Only with several sites; else empty.
  int axis = -1;                     ///< of the chain of sites: 0, 1, 2; -1: one site
  std::vector<Slab> slabs;           ///< by site, in the order of the chain
  std::vector<WideLink> wide_links;  ///< between neighbours of the chain, and round a periodic axis
  std::vector<int> slab_of_block;    ///< index into slabs, by block
  std::vector<Box> tiles;            ///< of the extended regions, one per block
};

}  // namespace cardon
