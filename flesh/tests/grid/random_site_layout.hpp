// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/grid/layout.hpp>
#include <optional>
#include <random>

namespace cardon {

/// Visits the points of a box, x fastest.
template <class Work>
void for_points(const Box& box, Work&& work) {
  for (int k = box.lo[2]; k < box.hi[2]; ++k)
    for (int j = box.lo[1]; j < box.hi[1]; ++j)
      for (int i = box.lo[0]; i < box.hi[0]; ++i) work(Index3{i, j, k});
}

/// Small grids cut over one to four sites: chains and rings, thin tiles, faces with layers, cut and
/// uncut periodic directions, and tiles that lie wholly in the ghost layers of a link.
class RandomSiteLayout {
 public:
  explicit RandomSiteLayout(unsigned seed) : random_(seed) {}
  int pick(int low, int high) { return low + int(random_() % unsigned(high - low + 1)); }
  /// A layout that decompose_sites() finds possible.
  Layout next();
  /// Another one of this grid, which has had one already.
  Layout next(const Grid& grid);
  /// Layers for every link of a block's site, not more than there are.
  Growth growth(const Layout& layout, int block, int max_between_blocks);

 private:
  Grid grid();
  std::optional<Layout> cut(const Grid& grid);
  void cut_off_layers(const Grid& grid, Decomposition& decomposition);

  std::mt19937 random_;
};

/// The point of the domain, or of its exterior, that a point is a copy of.
Index3 original(const Layout& layout, Index3 at);

}  // namespace cardon
