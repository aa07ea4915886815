// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cardon/kit/balance/placement_cost.hpp>
#include <random>

#include "contraction.hpp"
#include "front_blocks.hpp"
#include "rank_times.hpp"

namespace cardon {
namespace {

BalanceProblem problem_of(bool overlap) {
  BalanceProblem problem = test::front_blocks(6, 2);
  test::add_machine(problem, 8, 2, 30);
  test::place_in_slices(problem, 6);
  problem.overlap = overlap;
  problem.message_seconds = 2e-5;
  problem.packing_seconds = 1e-8;
  problem.ranks[3].speed = 1.7;
  problem.ranks[5].background = 0.01;
  return problem;
}

// After many random moves the sums are those of a placement evaluated from scratch, and times those
// of PlacementCost but for the state that moves.
TEST(RankTimes, IsExactAfterTenThousandMoves) {
  for (const bool overlap : {true, false}) {
    const BalanceProblem problem = problem_of(overlap);
    RankTimes times(problem, placement_of(problem));
    std::mt19937 random(1);
    for (int i = 0; i < 10000; ++i)
      times.move(int(random() % problem.blocks.size()), int(random() % 8));
    const RankTimes again(problem, times.placement());
    const TimeSummary a = times.summary(), b = again.summary();
    EXPECT_NEAR(a.max, b.max, 1e-9 * b.max);
    EXPECT_NEAR(a.min, b.min, 1e-9 * b.max);
    EXPECT_NEAR(a.total, b.total, 1e-9 * b.total);
    EXPECT_NEAR(a.variance, b.variance, 1e-9 * b.total * b.total);
    BalanceProblem still = problem;
    for (BlockLoad& block : still.blocks) block.bytes = 0;
    const RankTimes without(still, times.placement());
    const std::vector<double> expected = PlacementCost(still).rank_seconds(times.placement());
    for (int r = 0; r < 8; ++r)
      EXPECT_NEAR(without.time(r), expected[std::size_t(r)], 1e-9 * expected[std::size_t(r)]);
  }
}

TEST(Contraction, MergesAndTakesApart) {
  const BalanceProblem problem = problem_of(true);
  const RankTimes times(problem, placement_of(problem));
  Contraction contraction(problem, times, 32);
  const std::vector<int> groups = contraction.groups();
  EXPECT_EQ(groups.size(), 32u);
  std::vector<int> seen;
  for (const int g : groups)
    for (const int b : contraction.blocks(g)) {
      seen.push_back(b);
      EXPECT_EQ(contraction.find(b), g);
      EXPECT_EQ(problem.blocks[std::size_t(b)].rank,
                problem.blocks[std::size_t(contraction.blocks(g)[0])].rank);
    }
  std::sort(seen.begin(), seen.end());
  ASSERT_EQ(seen.size(), problem.blocks.size());
  for (std::size_t b = 0; b < seen.size(); ++b) EXPECT_EQ(seen[b], int(b));
  for (int a = 0, b = 0; contraction.expand(a, b);)
    for (const int g : {a, b})
      for (const int block : contraction.blocks(g)) EXPECT_EQ(contraction.find(block), g);
  EXPECT_EQ(contraction.groups().size(), problem.blocks.size());
}

}  // namespace
}  // namespace cardon
