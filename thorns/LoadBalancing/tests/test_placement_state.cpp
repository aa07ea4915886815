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
  const std::string state = placement_state(decomposition, {}, {});
  decomposition.rank_of_block = {0, 0, 0};
  EXPECT_EQ(owners_in_state(state, decomposition, 2), (std::vector<int>{1, 0, 1}));
}

TEST(PlacementState, OtherBlocksOrRanksHaveNoOwnersInIt) {
  Decomposition decomposition = three_blocks();
  const std::string state = placement_state(decomposition, {}, {});
  EXPECT_TRUE(owners_in_state(state, decomposition, 1).empty());
  EXPECT_TRUE(owners_in_state("", decomposition, 2).empty());
  decomposition.owned[2].hi[0] = 9;
  EXPECT_TRUE(owners_in_state(state, decomposition, 2).empty());
}

// Speeds come back to the last bit, so that boundaries are the same.
TEST(PlacementState, KeepsHowTheseSitesShareTheGrid) {
  Machine machine;
  machine.sites = {{.name = "a", .ranks = {0, 1}}, {.name = "b", .ranks = {2}}};
  const SiteCut cut{.speeds = {1.0 / 3, 0.1, 1.4e-3}, .shares = {0.7, 1.0 / 0.7}};
  const std::string state = placement_state(three_blocks(), machine, cut);
  EXPECT_EQ(owners_in_state(state, three_blocks(), 2), (std::vector<int>{1, 0, 1}));
  const std::optional<SiteCut> kept = cut_in_state(state, machine);
  ASSERT_TRUE(kept.has_value());
  EXPECT_EQ(kept->speeds, cut.speeds);
  EXPECT_EQ(kept->shares, cut.shares);
  EXPECT_FALSE(cut_in_state("", machine));
  EXPECT_FALSE(cut_in_state(placement_state(three_blocks(), machine, {}), machine));
  machine.sites = {{.name = "a", .ranks = {0}}, {.name = "b", .ranks = {1, 2}}};
  EXPECT_FALSE(cut_in_state(state, machine));
  machine.sites = {{.name = "b", .ranks = {0, 1}}, {.name = "a", .ranks = {2}}};
  EXPECT_FALSE(cut_in_state(state, machine));
}

}  // namespace
}  // namespace cardon
