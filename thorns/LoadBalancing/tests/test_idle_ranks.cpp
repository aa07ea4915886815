// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "idle_ranks.hpp"

namespace cardon {
namespace {

using Ranks = std::vector<int>;

Machine five_ranks() {
  Machine machine;
  machine.sites = {{.name = "a", .ranks = {0, 1, 2}}, {.name = "b", .ranks = {3, 4}}};
  return machine;
}

TEST(IdleRanks, SomeRankOfEverySiteIsLeft) {
  const Machine machine = five_ranks();
  EXPECT_EQ(IdleRanks::mistake({}, machine, 5), "");
  EXPECT_EQ(IdleRanks::mistake({0, 2, 4}, machine, 5), "");
  EXPECT_EQ(IdleRanks::mistake({3, 4}, machine, 5),
            "no rank of site b would be left to hold its blocks");
  EXPECT_EQ(IdleRanks::mistake({5}, machine, 5), "there is no rank 5; ranks are 0 to 4");
}

// Blocks of 10, 20, 30 and 40 points on ranks 0 and 1; rank 2 is fast.
TEST(IdleRanks, TheirBlocksGoToOthersOfTheirSite) {
  BalanceProblem machine;
  machine.sites = 2;
  for (int rank = 0; rank < 5; ++rank)
    machine.ranks.push_back({.site = rank / 3, .speed = rank == 2 ? 2.0 : 1.0});
  Decomposition decomposition;
  for (const int points : {10, 20, 30, 40, 50, 60}) {
    Box box;
    box.hi = {points, 1, 1};
    decomposition.owned.push_back(box);
  }
  decomposition.rank_of_block = {0, 0, 1, 1, 3, 4};
  IdleRanks idle;
  EXPECT_FALSE(idle.hold_blocks(decomposition));
  EXPECT_EQ(idle.owners(decomposition, machine), decomposition.rank_of_block);
  idle.set({1, 4});
  EXPECT_TRUE(idle.hold_blocks(decomposition));
  decomposition.rank_of_block = idle.owners(decomposition, machine);
  EXPECT_EQ(decomposition.rank_of_block, (Ranks{0, 0, 2, 2, 3, 3}));
  EXPECT_FALSE(idle.hold_blocks(decomposition));
}

TEST(IdleRanks, CountOnceHoweverOftenTheyAreNamed) {
  IdleRanks idle;
  idle.set({3, 1, 1});
  EXPECT_EQ(idle.ranks(), (Ranks{1, 3}));
  EXPECT_DOUBLE_EQ(idle.working_share(4), 0.5);
}

TEST(IdleRanks, MustLeaveRoomForTheBlocks) {
  Machine machine;
  machine.sites = {Site{.name = "a", .ranks = {0, 1}}, Site{.name = "b", .ranks = {2}}};
  Decomposition decomposition;
  decomposition.rank_of_block = {0, 0, 1, 1, 2};
  EXPECT_EQ(IdleRanks::shortage({1}, machine, decomposition, 4), "");
  EXPECT_EQ(IdleRanks::shortage({1}, machine, decomposition, 3),
            "4 blocks would be left to 1 rank, each of which can hold 3");
}

}  // namespace
}  // namespace cardon
