// SPDX-License-Identifier: Apache-2.0
// The operations between two exchanges as the tile scheduler sees them; the same in a run and in a
// prediction.
#pragma once
#include <algorithm>
#include <cardon/kit/grid/task_pieces.hpp>
#include <cardon/kit/tiles/tile_order.hpp>
#include <span>
#include <vector>

namespace cardon {

/// What a segment works on, for choosing tiles.
struct SegmentFacts {
  int instances = 0;         ///< operations that compute or fill
  int arrays = 0;            ///< different arrays
  Index3 span{0, 0, 0};      ///< how far the last instance lags behind the first
  Index3 reach{0, 0, 0};     ///< of the widest read
  Index3 extent{0, 0, 0};    ///< rows and planes of all its tiles together
  bool fits = true;          ///< into the cyclic directions, and its faces can be filled in tiles
  bool fills_faces = false;  ///< some operations fill faces
  int window = 1;            ///< touched_planes of the operation that touches most
};

/// Planes that an operation touches when it computes one, of all its arrays together; in a
/// direction of planes, or, in 2D, of rows.
int touched_planes(const TileInstance& instance, int direction);

/// A segment on one block. Rotations of levels are renaming, and not among the instances.
struct SegmentShape {
  std::vector<TileInstance> instances;  ///< in the order of the plan
  std::vector<Index3> skews;            ///< by instance, as tile_skews()
  TileSpace space;                      ///< cyclic directions and anchors
  SegmentFacts facts;                   ///< for the choice of tiles
};

/// How far the boundary of each face reads: [direction][upper].
using FaceReach = int[3][2];

/// `tasks`: compute, combine, boundary and rotate tasks.
SegmentShape segment_shape(const Program& program, const Layout& layout, int block,
                           std::span<const GrownTask> tasks, const FaceReach& reach);

/// What each instance can compute while points are on their way; nothing where the block is too
/// thin.
std::vector<Box> segment_cores(const SegmentShape& segment, const Layout& layout, int block,
                               const Pending& pending, const FaceReach& reach);

/// Pieces in which a part of a segment is computed, with a look at the messages behind each, if all
/// of it should be computed in so many.
inline int segment_pieces(int pieces, long points, long all) {
  if (points == 0) return 0;
  return std::max(1, int(long(pieces) * points / all));
}

/// Whether a boundary task gives the same values for parts of any thickness, in rising order: not
/// where a task of a thorn fills a face, points keep their values, or right-hand sides are filled.
bool fills_upwards(const Program& program, const Layout& layout, const Task& boundary);

/// Whether a task may wait for others, and be computed with them tile by tile: initial data and
/// analysis may prepare much in each call.
bool joins_segment(const Program& program, const Layout& layout, const Task& task);

}  // namespace cardon
