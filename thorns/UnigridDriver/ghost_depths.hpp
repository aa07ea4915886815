// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/grid/layout.hpp>
#include <cardon/services/driver.hpp>

namespace cardon::unigrid {

/// Layers as deep as the largest stencil, or as many as driver.ghost_zones asks for. Throws Error
/// grid/ghost-zones if these are too few.
int ghost_depth(const DriverSetup& setup);

/// Layers that memory is taken for, as they may be tried in the first steps: as many as have room.
/// Those of ghost_depth() where parameters say how many layers there are or that there are no
/// tiles. Plans nothing. The same on all ranks.
int max_ghost_depth(const DriverSetup& setup, const Layout& layout);

}  // namespace cardon::unigrid
