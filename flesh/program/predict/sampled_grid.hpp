// SPDX-License-Identifier: Apache-2.0
// What part of a planned run is run here to learn what it costs.
#pragma once
#include <cardon/kit/grid/layout.hpp>
#include <cardon/services/machine.hpp>
#include <vector>

namespace cardon {

/// Ranks that compute beside each other here as ranks of a site do: as many as the largest site
/// has, and as this computer has cores for, each rank with its threads. At least 1.
int sampled_ranks(const Machine& machine, int cores, int threads);

/// How many of so many ranks can have a box each, so that their boxes make a grid: 4 of 6 in a
/// layout of 2 x 2 x 2.
int ranks_in_boxes(const Grid& grid, const Layout& layout, int ranks);

/// A grid for so many ranks, on which each has a box like that of a rank in the middle of the
/// layout, of at most `max_points` points in each direction. Directions that lose points are
/// closed upon themselves; the others keep their faces. Boxes are no thinner than `depth` ghost
/// layers where those of the layout are not.
Grid sampled_grid(const Grid& grid, const Layout& layout, int ranks, int max_points, int depth = 0);

/// Blocks per rank besides the planned ones, so many more or fewer that what they cost shows.
int other_blocks(int planned);

}  // namespace cardon
