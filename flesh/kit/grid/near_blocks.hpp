// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/grid/box_index.hpp>
#include <cardon/kit/grid/layout.hpp>
#include <vector>

namespace cardon {

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
