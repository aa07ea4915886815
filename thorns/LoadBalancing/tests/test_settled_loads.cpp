// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>

#include "settled_loads.hpp"

namespace cardon {
namespace {

BalanceProblem four_blocks_per_rank(int ranks) {
  BalanceProblem problem;
  problem.ranks.resize(std::size_t(ranks));
  for (int b = 0; b < 4 * ranks; ++b) problem.blocks.push_back({.rank = b / 4, .work = 1});
  return problem;
}

// One block of 256 becomes three times as expensive: 0.8 % of all work, half of a step.
TEST(SettledLoads, OfOneOfManyRanksAreSeen) {
  const BalanceProblem before = four_blocks_per_rank(64);
  BalanceProblem now = before;
  EXPECT_EQ(largest_change(before, now), 0);
  now.blocks[130].work = 3;
  EXPECT_DOUBLE_EQ(largest_change(before, now), 2);
}

TEST(SettledLoads, OfOneRankAreAddedUp) {
  BalanceProblem before = four_blocks_per_rank(2);
  before.ranks[1].speed = 0.5;
  BalanceProblem now = before;
  now.blocks[0].work = 1.25;
  now.blocks[4].work = 0.75;  // 0.5 s less on this rank
  now.blocks[5].work = 1.25;
  now.ranks[1].background = 0.5;
  EXPECT_DOUBLE_EQ(largest_change(before, now), 1.5);
}

TEST(SettledLoads, AreOthersOnOtherRanks) {
  const BalanceProblem before = four_blocks_per_rank(2);
  BalanceProblem faster = before, idle = before, moved = before, fewer = before, apart = before;
  faster.ranks[0].speed = 1.01;
  idle.ranks[1].available = false;
  moved.blocks[3].rank = 1;
  fewer.blocks.pop_back();
  apart.overlap = !apart.overlap;
  for (const BalanceProblem& now : {faster, idle, moved, fewer, apart})
    EXPECT_TRUE(std::isinf(largest_change(before, now)));
}

}  // namespace
}  // namespace cardon
