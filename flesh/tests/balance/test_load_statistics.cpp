// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cardon/kit/balance/balance_features.hpp>
#include <cardon/thorn/error.hpp>
#include <cmath>

#include "balance/load_statistics.hpp"
#include "balance/plan_seconds.hpp"

namespace cardon {
namespace {

/// Ranks of 1, 2 and 5 s at two sites; five blocks in a row, each with both neighbours.
BalanceProblem five_blocks() {
  BalanceProblem p;
  p.ranks = {{.site = 0, .background = 0.5}, {.site = 0}, {.site = 1, .speed = 2}};
  p.sites = 2;
  for (const auto& [rank, work] :
       std::vector<std::pair<int, double>>{{0, 0.5}, {1, 0.5}, {1, 1.5}, {2, 4}, {2, 6}})
    p.blocks.push_back({.rank = rank, .work = work, .bytes = 1000});
  for (int b = 0; b < 4; ++b) {
    p.edges.push_back({b, b + 1, 2, 100});
    p.edges.push_back({b + 1, b, 2, 100});
  }
  p.links = {{1e-3, 1e-6}, {1e-2, 1e-5}, {1e-2, 1e-5}, {1e-3, 1e-6}};
  p.message_seconds = 1e-4;
  p.overlap = false;
  p.horizon = 50;
  return p;
}

TEST(LoadStatistics, FollowTheirFormulas) {
  const LoadStatistics s = load_statistics(five_blocks());
  EXPECT_EQ(s.ranks, 3);
  EXPECT_EQ(s.overloaded, 1);
  EXPECT_NEAR(s.load.mean, 8. / 3, 1e-12);
  EXPECT_EQ(s.load.min, 1);
  EXPECT_EQ(s.load.max, 5);
  EXPECT_NEAR(s.deviation, std::sqrt(26. / 9), 1e-12);
  EXPECT_NEAR(s.skewness, (-125. - 8 + 343) / 81 / std::pow(26. / 9, 1.5), 1e-12);
  EXPECT_NEAR(s.kurtosis, (625. + 16 + 2401) / 243 / std::pow(26. / 9, 2), 1e-12);
  EXPECT_NEAR(s.background, 0.5 / 3, 1e-12);
  EXPECT_NEAR(s.blocks_per_rank, 5. / 3, 1e-12);
  EXPECT_NEAR(s.block.mean, 12.5 / 5 / (4. / 3), 1e-12);
  EXPECT_NEAR(s.block.min, 0.375, 1e-12);
  EXPECT_NEAR(s.block.max, 4.5, 1e-12);
  EXPECT_EQ(s.messages, 16);
  EXPECT_EQ(s.bytes, 800);
  EXPECT_EQ(s.rank_messages, 8);  // 0-1 and 2-3
  EXPECT_EQ(s.rank_bytes, 400);
  EXPECT_EQ(s.site_messages, 4);  // 2-3
  EXPECT_EQ(s.site_bytes, 200);
  EXPECT_NEAR(s.neighbours, 8. / 5, 1e-12);
  EXPECT_NEAR(s.message_seconds, (1e-3 + 1e-2) / 2 + 2e-4, 1e-12);
  EXPECT_NEAR(s.byte_seconds, (1e-6 + 1e-5) / 2, 1e-15);
  EXPECT_EQ(s.block_bytes, 1000);
  // Rank 2: 5 s, both ends of two messages in and out at its speed, a latency, 100 bytes.
  const double step = 5 + 4 * 1e-4 / 2 + 1e-2 + 1e-3;
  EXPECT_NEAR(s.step_seconds, step, 1e-12);
  EXPECT_NEAR(s.utilisation.max, 5 / step, 1e-12);
  EXPECT_NEAR(s.utilisation.mean, 8. / 3 / step, 1e-12);
}

TEST(LoadStatistics, OfNothingAndOfEqualsAreNumbers) {
  EXPECT_EQ(load_statistics({}).ranks, 0);
  BalanceProblem equal;
  equal.ranks.resize(3);
  for (const int rank : {0, 1, 2}) equal.blocks.push_back({.rank = rank, .work = 0.1});
  const LoadStatistics s = load_statistics(equal);
  EXPECT_EQ(s.skewness, 0);
  EXPECT_EQ(s.kurtosis, 0);
  for (const double value : feature_values(equal, {})) EXPECT_TRUE(std::isfinite(value));
  for (const double value : feature_values({}, {})) EXPECT_TRUE(std::isfinite(value));
}

TEST(BalanceFeatures, AreRatiosOfStatistics) {
  const BalanceProblem p = five_blocks();
  const LoadStatistics s = load_statistics(p);
  const std::vector<double> values =
      feature_values(p, {.slowest = 0.01, .mean = 0.02, .blocks = 0.03});
  ASSERT_EQ(values.size(), balance_features().size());
  const auto value = [&](const char* name) { return values[std::size_t(feature_number(name))]; };
  EXPECT_NEAR(value("overloaded"), 1. / 3, 1e-12);
  EXPECT_NEAR(value("imbalance"), 5 / (8. / 3), 1e-12);
  EXPECT_NEAR(value("gain_seconds"), 5 - 8. / 3, 1e-12);
  EXPECT_NEAR(value("rank_messages"), 0.5, 1e-12);
  EXPECT_NEAR(value("own_bytes"), 0.5, 1e-12);
  EXPECT_NEAR(value("site_messages"), 0.25, 1e-12);
  EXPECT_NEAR(value("communication"), (s.message_seconds * 8 + s.byte_seconds * 400) / 8, 1e-12);
  EXPECT_EQ(value("slowest_change"), 0.01);
  EXPECT_EQ(value("mean_change"), 0.02);
  EXPECT_NEAR(value("block_change"), 0.03 * 50, 1e-12);
  EXPECT_NEAR(value("migration_seconds"), s.message_seconds + 1000 * s.byte_seconds, 1e-12);
  EXPECT_NEAR(value("planning"), plan_seconds("greedy", 5, 3) / ((5 - 8. / 3) * 50), 1e-15);
  EXPECT_NEAR(value("site_imbalance"), 5 / (8. / 3), 1e-12);
  EXPECT_EQ(value("speeds"), 2);
  EXPECT_THROW(feature_number("colour"), Bug);
}

// Blocks that migrate between two windows are not a change of loads.
TEST(BalanceFeatures, ChangesAreThoseOfBlocks) {
  BalanceProblem before = five_blocks(), now = before;
  before.blocks[4].rank = 0;
  now.blocks[4].work = 8;
  const LoadChange change = load_change(before, now, 10);
  EXPECT_NEAR(change.blocks, 2 / 14.5 / 10, 1e-12);
  EXPECT_NEAR(change.slowest, 1. / 6 / 10, 1e-12);
  EXPECT_NEAR(change.mean, 1. / 9 / 10, 1e-12);
  now.blocks.pop_back();
  EXPECT_EQ(load_change(before, now, 10).blocks, 0);
}

TEST(PlanSeconds, GrowWithBlocks) {
  EXPECT_EQ(plan_seconds("none", 1000, 8), 0);
  EXPECT_LT(plan_seconds("greedy", 1000, 8), plan_seconds("greedy", 2000, 8));
  EXPECT_LT(plan_seconds("greedy", 1000, 8), plan_seconds("scotch", 1000, 8));
  EXPECT_THROW(plan_seconds("gredy", 1000, 8), Bug);
}

}  // namespace
}  // namespace cardon
