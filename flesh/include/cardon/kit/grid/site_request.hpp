// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/grid/link_load.hpp>
#include <cardon/kit/grid/topology.hpp>
#include <cardon/services/grid.hpp>
#include <cardon/services/machine.hpp>
#include <vector>

namespace cardon {

/// What a decomposition over sites is made from.
struct SiteRequest {
  Grid grid;                ///< that is cut
  FaceThickness thickness;  ///< least extents at its faces
  Machine machine;          ///< sites in the order of the chain; a site's topology is used if given
  std::vector<double> speeds;   ///< by rank, relative; empty: those of the sites, or all alike
  std::vector<LinkLoad> links;  ///< one per entry of chain_links(machine, grid), in that order
  int blocks_per_rank = 1;      ///< of each rank, at least 1
  Location depth_where;         ///< of the ghost depth, for messages
  Location blocks_where;        ///< of the number of blocks per rank
};

}  // namespace cardon
