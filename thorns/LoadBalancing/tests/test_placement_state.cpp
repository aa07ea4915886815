// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "placement_state.hpp"

namespace cardon {
namespace {

Decomposition three_blocks() {
  Decomposition decomposition;
  for (int n = 0; n < 3; ++n) decomposition.owned.push_back({{n, 0, 0}, {n + 1, 4, 5}});
  decomposition.rank_of_block = {1, 0, 1};
  return decomposition;
}

TEST(PlacementState, KeepsTheOwnersOfTheseBlocks) {
  Decomposition decomposition = three_blocks();
  const std::string state = placement_state(decomposition);
  decomposition.rank_of_block = {0, 0, 0};
  EXPECT_EQ(owners_in_state(state, decomposition, 2), (std::vector<int>{1, 0, 1}));
}

TEST(PlacementState, OtherBlocksOrRanksHaveNoOwnersInIt) {
  Decomposition decomposition = three_blocks();
  const std::string state = placement_state(decomposition);
  EXPECT_TRUE(owners_in_state(state, decomposition, 1).empty());
  EXPECT_TRUE(owners_in_state("", decomposition, 2).empty());
  decomposition.owned[2].hi[0] = 9;
  EXPECT_TRUE(owners_in_state(state, decomposition, 2).empty());
}

}  // namespace
}  // namespace cardon
