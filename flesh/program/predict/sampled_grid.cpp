// SPDX-License-Identifier: Apache-2.0
#include "predict/sampled_grid.hpp"

#include <algorithm>

namespace cardon {
namespace {

constexpr int ratio = 16;  // of numbers of blocks

// That of a rank in the middle: around all its blocks.
Box box_of_a_rank(const Layout& layout) {
  const std::vector<int>& ranks = layout.decomposition().rank_of_block;
  const int rank = ranks[ranks.size() / 2];
  Box all;
  for (int block = 0; block < layout.blocks(); ++block) {
    const Box& owned = layout.owned(block);
    if (ranks[std::size_t(block)] != rank || owned.empty()) continue;
    if (all.empty()) all = owned;
    for (std::size_t d = 0; d < 3; ++d) {
      all.lo[d] = std::min(all.lo[d], owned.lo[d]);
      all.hi[d] = std::max(all.hi[d], owned.hi[d]);
    }
  }
  return all;
}

// Boxes beside each other in each direction, at most `ranks` of them.
Index3 boxes_beside(const Grid& grid, const Box& box, int ranks) {
  Index3 boxes{1, 1, 1};
  for (int d = grid.dimensions - 1; d >= 0; --d) {
    const auto n = std::size_t(d);
    boxes[n] = std::clamp(grid.points[n] / std::max(box.extent(d), 1), 1, ranks);
    ranks /= boxes[n];
  }
  return boxes;
}

void keep_points(Grid& grid, int d, int points) {
  const auto n = std::size_t(d);
  if (points >= grid.points[n]) return;
  grid.points[n] = points;
  grid.upper[d] = grid.lower[d] + points * grid.spacing[d];
  grid.periodic[d] = true;
  grid.faces[d][0] = grid.faces[d][1] = Face{};
}

}  // namespace

int sampled_ranks(const Machine& machine, int cores, int threads) {
  std::size_t max_ranks = 1;
  for (const Site& site : machine.sites) max_ranks = std::max(max_ranks, site.ranks.size());
  return std::clamp(cores / std::max(threads, 1), 1, int(max_ranks));
}

int ranks_in_boxes(const Grid& grid, const Layout& layout, int ranks) {
  const Index3 boxes = boxes_beside(grid, box_of_a_rank(layout), ranks);
  return boxes[0] * boxes[1] * boxes[2];
}

Grid sampled_grid(const Grid& grid, const Layout& layout, int ranks, int max_points, int depth) {
  Grid sampled = grid;
  const Box box = box_of_a_rank(layout);
  const Index3 boxes = boxes_beside(grid, box, ranks);
  for (int d = grid.dimensions - 1; d >= 0; --d) {
    const auto n = std::size_t(d);
    const int min_points = 2 * grid.radius[n] + 1, extent = std::max(box.extent(d), 1);
    const int share = std::max(std::min(extent, std::max(max_points, depth)), min_points);
    // A cut into unequal parts is one into equal parts here, and the whole stays the whole.
    const bool whole = share == extent && (boxes[n] + 1) * extent > grid.points[n];
    keep_points(sampled, d, whole ? grid.points[n] : boxes[n] * share);
  }
  return sampled;
}

int other_blocks(int planned) {
  return planned >= ratio / 2 ? std::max(1, planned / ratio) : planned * ratio;
}

}  // namespace cardon
