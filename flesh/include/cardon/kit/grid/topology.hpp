// SPDX-License-Identifier: Apache-2.0
// Cutting a grid into a regular array of blocks, one per rank.
#pragma once
#include <cardon/kit/grid/face_thickness.hpp>
#include <cardon/services/decomposition.hpp>
#include <cardon/services/grid.hpp>
#include <cardon/thorn/error.hpp>
#include <optional>

namespace cardon {

/// The most blocks that direction d can be cut into; 0 if the grid is too thin for its own
/// boundaries.
int max_blocks(const Grid& grid, const FaceThickness& thickness, int d);

/// Throws Error (driver/thin-grid) if the grid is too thin for its boundaries even in one block.
void check_thickness(const Grid& grid, const FaceThickness& thickness);

/// The cheapest topology for a number of ranks, nothing if there is none. Cost is the time of the
/// slowest block: points to compute plus points of its cut faces, which cost more in x than in y
/// and z because rows must be taken apart. So z is cut first and x last.
std::optional<Index3> choose_topology(const Grid& grid, int ranks, const FaceThickness& thickness);

/// Chooses a topology as choose_topology does, but throws Error (driver/too-many-ranks).
Index3 automatic_topology(const Grid& grid, int ranks, const FaceThickness& thickness);

/// Throws Error (driver/topology) if the topology does not suit the ranks or the grid. `where` is
/// the place of the parameter.
void check_topology(const Grid& grid, int ranks, const FaceThickness& thickness,
                    const Index3& topology, const Location& where);

/// Blocks in the order of ranks, x fastest. Where a direction does not divide evenly, the first
/// blocks get one more point.
Decomposition decompose(const Grid& grid, const Index3& topology);

}  // namespace cardon
