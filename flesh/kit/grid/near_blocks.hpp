// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/grid/box_index.hpp>
#include <cardon/kit/grid/layout.hpp>
#include <vector>

namespace cardon {

/// Calls `visit(shift)` for the images of a periodic grid of so many `points`, itself among them:
/// up to `max_periods` times around in each direction, x fastest.
template <class Visit>
void for_each_image(const Index3& points, const Index3& max_periods, const Visit& visit) {
  for (int c = -max_periods[2]; c <= max_periods[2]; ++c)
    for (int b = -max_periods[1]; b <= max_periods[1]; ++b)
      for (int a = -max_periods[0]; a <= max_periods[0]; ++a)
        visit(Index3{a * points[0], b * points[1], c * points[2]});
}

/// Which blocks may exchange with a block, without looking at all of them.
class NearBlocks {
 public:
  /// `depth`: the most ghost layers between blocks.
  NearBlocks(const Layout& layout, int depth);
  /// In ascending order; those that exchange with the block, others that lie near, and itself.
  std::vector<int> of(int block) const;

 private:
  const Layout& layout_;
  int depth_;
  BoxIndex index_;
};

}  // namespace cardon
