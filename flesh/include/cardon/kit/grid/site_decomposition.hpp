// SPDX-License-Identifier: Apache-2.0
// Cutting a grid into slabs for sites and blocks for their ranks, by speed.
#pragma once
#include <cardon/kit/grid/site_request.hpp>
#include <cardon/services/decomposition.hpp>
#include <vector>

namespace cardon {

/// The boxes, and the load that was in mind when they were cut.
struct SiteDecomposition {
  Decomposition decomposition;     ///< of all ranks
  std::vector<long> owned_points;  ///< by rank, redundant ones not counted
  double balance = 1;              ///< largest / mean predicted time
};

/// The direction along which sites are lined up: that of the machine, or the longest one in points,
/// of equals the last.
int chain_axis(const Machine& machine, const Grid& grid);

/// The wide links: one between each site and the next, then, if the axis is periodic and there are
/// more than two sites, one between the first and the last. (Two sites on a ring use one link at
/// both faces.) Named "a-b" in the order of the list of sites. Figures are those of the machine
/// where it describes the link. None with one site.
std::vector<SiteLink> chain_links(const Machine& machine, const Grid& grid);

/// Every site gets a slab across the chain so that the time of a step, the work on ghost layers and
/// the packing for links included, is the same for all as far as whole planes allow. Within a site
/// the extended slab is cut by recursive bisection, or as the topology of the site says, so that
/// ranks get work in proportion to their speed; the box of a rank is cut into blocks, first along
/// the chain. Blocks are in the order of ranks, those of a rank follow each other. Every block owns
/// points, and at faces of the domain at least as many as FaceThickness says; a block at the end of
/// a slab keeps all ghost layers of the link there. Boxes of ranks are as thick as the stencils are
/// wide where there is room, at least 2 points; if there is none, 1. The result depends on nothing
/// but the request, so that all ranks find the same.
///
/// With one site `axis` is -1 and slabs, links and tiles are empty.
///
/// Throws Error: driver/ghost-depth (deeper than the cores of the neighbours can be),
/// driver/too-many-blocks, driver/too-many-ranks, driver/topology (of a site) and driver/thin-grid.
SiteDecomposition decompose_sites(const SiteRequest& request);

}  // namespace cardon
