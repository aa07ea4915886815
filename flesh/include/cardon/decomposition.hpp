// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/box.hpp>
#include <vector>

namespace cardon {

/// The boxes of all ranks. They tile the domain.
struct Decomposition {
  std::vector<Box> owned;  ///< one per block
  std::vector<int> rank_of_block;
  Index3 topology{1, 1, 1};  ///< blocks per direction where they form a regular array, x fastest
};

}  // namespace cardon
