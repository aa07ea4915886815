// SPDX-License-Identifier: Apache-2.0
#include "grid/near_blocks.hpp"

#include <algorithm>

namespace cardon {
namespace {

std::vector<Box> boxes_of(const Layout& layout) {
  std::vector<Box> boxes;
  for (int block = 0; block < layout.blocks(); ++block)
    boxes.push_back(layout.with_exterior(layout.tile(block)));
  return boxes;
}

}  // namespace

NearBlocks::NearBlocks(const Layout& layout, int depth)
    : layout_(layout), depth_(depth), index_(boxes_of(layout)) {}

std::vector<int> NearBlocks::of(int block) const {
  Box around = layout_.with_exterior(layout_.tile(block));
  if (around.empty()) return {};
  const Index3& n = layout_.grid().points;
  Index3 max_periods{0, 0, 0};
  for (int d = 0; d < 3; ++d) {
    if (layout_.is_cut(d)) {
      around.lo[d] -= depth_;
      around.hi[d] += depth_;
    }
    if (layout_.exists(d) && layout_.grid().periodic[d]) max_periods[d] = 1 + depth_ / n[d];
  }
  std::vector<int> blocks;
  for_each_image(n, max_periods, [&](const Index3& by) {
    const auto found = index_.touching(shift(around, by));
    blocks.insert(blocks.end(), found.begin(), found.end());
  });
  std::sort(blocks.begin(), blocks.end());
  blocks.erase(std::unique(blocks.begin(), blocks.end()), blocks.end());
  return blocks;
}

}  // namespace cardon
