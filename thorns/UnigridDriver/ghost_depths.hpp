// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/grid/layout.hpp>
#include <cardon/kit/tiles/depth_search.hpp>
#include <cardon/services/driver.hpp>
#include <vector>

namespace cardon::unigrid {

/// Layers as deep as the largest stencil, or as many as driver.ghost_zones asks for. Throws Error
/// grid/ghost-zones if these are too few.
int ghost_depth(const DriverSetup& setup);

/// What may be tried in the first steps: that depth, and those for segments of a step or more. Only
/// the first one where parameters say how many layers there are or that there are no tiles, or
/// where others would take too much memory. The same on all ranks.
std::vector<DepthWay> ghost_ways(const DriverSetup& setup, const Layout& layout);

}  // namespace cardon::unigrid
