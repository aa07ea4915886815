// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <algorithm>
#include <cardon/kit/grid/layout.hpp>
#include <limits>

namespace cardon {

/// Points between a block and the nearest end of its slab at which there is a wide link; the
/// largest number: there is none.
inline long link_distance(const Layout& layout, int block) {
  long distance = std::numeric_limits<long>::max();
  if (!layout.has_sites()) return distance;
  const Slab& slab = layout.slab(layout.slab_of(block));
  const auto axis = static_cast<std::size_t>(layout.axis());
  const Box& tile = layout.tile(block);
  if (slab.links[0] >= 0)
    distance = std::min<long>(distance, std::max(0, tile.lo[axis] - slab.core.lo[axis]));
  if (slab.links[1] >= 0)
    distance = std::min<long>(distance, std::max(0, slab.core.hi[axis] - tile.hi[axis]));
  return distance;
}

}  // namespace cardon
