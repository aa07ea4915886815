// SPDX-License-Identifier: Apache-2.0
#include "rank_columns.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace cardon::model {
namespace {

int ranks_in(const Layout& layout) {
  const std::vector<int>& ranks = layout.decomposition().rank_of_block;
  return *std::max_element(ranks.begin(), ranks.end()) + 1;
}

int direction_of(const Layout& layout) {
  if (layout.has_sites()) return layout.axis();
  const Index3& points = layout.grid().points;
  return int(std::max_element(points.begin(), points.end()) - points.begin());
}

// Whether a box meets the line through the middle of the grid.
bool is_on_line(const Box& box, const Grid& grid, int axis) {
  for (int d = 0; d < 3; ++d)
    if (d != axis && (box.lo[d] > grid.points[d] / 2 || box.hi[d] <= grid.points[d] / 2))
      return false;
  return true;
}

struct Range {
  int lo = std::numeric_limits<int>::max(), hi = std::numeric_limits<int>::min();
  int slab = 0;
  bool chosen = false;
  int overlap(const Range& other) const { return std::min(hi, other.hi) - std::max(lo, other.lo); }
};

std::vector<Range> ranges_of(const Layout& layout, int axis) {
  std::vector<Range> ranges(std::size_t(ranks_in(layout)));
  for (int block = 0; block < layout.blocks(); ++block) {
    const Box& tile = layout.tile(block);
    const int rank = layout.decomposition().rank_of_block[std::size_t(block)];
    Range& range = ranges[std::size_t(rank)];
    range.slab = layout.slab_of(block);
    range.lo = std::min(range.lo, tile.lo[axis]);
    range.hi = std::max(range.hi, tile.hi[axis]);
    range.chosen = range.chosen || is_on_line(tile, layout.grid(), axis);
  }
  return ranges;
}

}  // namespace

std::vector<int> all_ranks(const Layout& layout) {
  std::vector<int> ranks(std::size_t(ranks_in(layout)));
  std::iota(ranks.begin(), ranks.end(), 0);
  return ranks;
}

std::vector<int> column_of_ranks(const Layout& layout) {
  const std::vector<Range> ranges = ranges_of(layout, direction_of(layout));
  std::vector<std::vector<int>> column(
      std::max<std::size_t>(layout.decomposition().slabs.size(), 1));
  for (std::size_t rank = 0; rank < ranges.size(); ++rank)
    if (ranges[rank].chosen) column[std::size_t(ranges[rank].slab)].push_back(int(rank));
  std::vector<int> result;
  for (std::size_t rank = 0; rank < ranges.size(); ++rank) {
    const Range& range = ranges[rank];
    int best = int(rank), most = std::numeric_limits<int>::min();
    for (const int other : column[std::size_t(range.slab)]) {
      if (range.chosen) break;
      const int overlap = range.overlap(ranges[std::size_t(other)]);
      if (overlap > most) best = other;
      most = std::max(most, overlap);
    }
    result.push_back(best);
  }
  return result;
}

std::vector<std::vector<int>> blocks_by_rank(const Layout& layout) {
  std::vector<std::vector<int>> blocks(std::size_t(ranks_in(layout)));
  for (int block = 0; block < layout.blocks(); ++block)
    blocks[std::size_t(layout.decomposition().rank_of_block[std::size_t(block)])].push_back(block);
  return blocks;
}

}  // namespace cardon::model
