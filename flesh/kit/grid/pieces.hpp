// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/grid/layout.hpp>
#include <cardon/thorn/row_loop.hpp>
#include <cstddef>
#include <vector>

namespace cardon {

/// Appends the box to `pieces`, cut where it leaves the domain in a wrapping direction; the frame
/// of each piece leads its points back to their global indices and coordinates.
void cut_at_images(const Layout& layout, const Box& box, std::vector<Piece>& pieces);

/// About as many parts, and no more, of about equal size, in the order of the storage: planes, or
/// rows of them where there are fewer planes. Rows stay whole.
std::vector<Box> parts_of_box(const Box& box, int parts);

/// How the threads of a rank share a box.
struct TeamShape {
  int dimensions = 3;
  int slabs = 1;             ///< one for each thread
  int rounds = 1;            ///< behind each of them messages are polled
  int parts = 1;             ///< of a slab, at least: what others can help with
  int max_planes = 1 << 28;  ///< planes of a part
  Index3 min_planes{1, 1,
                    1};  ///< planes of a part in each direction: counts for more than all others
};

struct TeamParts {
  std::vector<Box> parts;           ///< by round; within a round those of the first slab first
  std::vector<std::size_t> rounds;  ///< behind the last part of each
};

/// Slabs of the slowest direction, each cut into the same number of parts, of which each round has
/// the next ones; slabs of the direction before it where that allows more of them. Rows of x are
/// not cut. One part where the box is too thin.
TeamParts team_parts(const Box& box, const TeamShape& shape);

}  // namespace cardon
