// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cardon/kit/balance/placement_cost.hpp>
#include <cardon/thorn/error.hpp>

namespace cardon {
namespace {

BalanceProblem loads(const std::vector<double>& works) {
  BalanceProblem problem;
  problem.ranks.resize(works.size());
  for (std::size_t r = 0; r < works.size(); ++r)
    problem.blocks.push_back({.rank = int(r), .work = works[r]});
  return problem;
}

// The teaching example of H. Menon's dissertation, table 3.1: two sets of loads with mean 2 and the
// same sum of squared deviations, 6, whose imbalance differs.
TEST(Placement, ImbalanceIsOfTheMaximumAndNotOfTheDeviation) {
  const std::vector<double> even{3, 3, 3, 1, 1, 1}, odd{4, 1, 1, 2, 2, 2};
  const auto squares = [](const std::vector<double>& works) {
    double sum = 0;
    for (const double w : works) sum += (w - 2) * (w - 2);
    return sum;
  };
  EXPECT_EQ(squares(even), 6);
  EXPECT_EQ(squares(odd), 6);
  const BalanceProblem a = loads(even), b = loads(odd);
  EXPECT_DOUBLE_EQ(imbalance(a, placement_of(a)), 0.5);
  EXPECT_DOUBLE_EQ(imbalance(b, placement_of(b)), 1.0);
}

// The mean of three tenths is above a tenth.
TEST(Placement, EqualLoadsAreBalancedInSpiteOfRounding) {
  const BalanceProblem problem = loads({0.1, 0.1, 0.1});
  EXPECT_EQ(imbalance(problem, placement_of(problem)), 0);
}

TEST(Placement, SpeedsAndBackgroundCount) {
  BalanceProblem problem = loads({4, 4});
  problem.ranks[0].speed = 2;
  problem.ranks[1].background = 1;
  EXPECT_EQ(compute_seconds(problem, placement_of(problem)), (std::vector<double>{2, 5}));
  EXPECT_DOUBLE_EQ(ideal_seconds(problem), 3);  // 8 of work and 1 of background by speed 3
  problem.ranks[1].available = false;
  EXPECT_DOUBLE_EQ(ideal_seconds(problem), 4);
}

TEST(Placement, MovesAndPlacementsAreTheSame) {
  const BalanceProblem problem = loads({1, 2, 3});
  const std::vector<BlockMove> moves{{0, 2}, {2, 1}};
  EXPECT_EQ(placement_after(problem, moves), (Placement{2, 1, 1}));
  EXPECT_EQ(moves_to(problem, {2, 1, 1}), moves);
}

TEST(Placement, ImpossibleMovesAreBugs) {
  BalanceProblem problem = loads({1, 2, 3});
  problem.blocks[1].movable = false;
  problem.ranks[2].available = false;
  EXPECT_THROW(placement_after(problem, {{3, 0}}), Bug);
  EXPECT_THROW(placement_after(problem, {{0, 3}}), Bug);
  EXPECT_THROW(placement_after(problem, {{0, 1}, {0, 0}}), Bug);
  EXPECT_THROW(placement_after(problem, {{1, 0}}), Bug);
  EXPECT_THROW(placement_after(problem, {{0, 2}}), Bug);
}

// Rank 0 has `blocks` blocks that take `step` s together, and one message from a far rank.
BalanceProblem one_far_message(int blocks, double step, double latency) {
  BalanceProblem problem;
  problem.ranks = {{.site = 0}, {.site = 1}};
  problem.sites = 2;
  problem.links = {{}, {latency, 0.001}, {latency, 0.001}, {}};
  for (int b = 0; b < blocks; ++b) problem.blocks.push_back({.rank = 0, .work = step / blocks});
  problem.blocks.push_back({.rank = 1, .work = 0});
  problem.edges = {{.from = blocks, .to = 0, .bytes = 0}};
  return problem;
}

TEST(PlacementCost, FollowsTheLawOfMessageDrivenBlocks) {
  for (const int blocks : {1, 4, 16, 64})
    for (const double latency : {0.0, 5.0, 15.0, 20.0, 30.0, 40.0}) {
      BalanceProblem problem = one_far_message(blocks, 20, latency);
      const double law = latency > 0 ? std::max(20.0, latency + 20.0 / blocks) : 20.0;
      EXPECT_NEAR(PlacementCost(problem).seconds(placement_of(problem)), law, 1e-12);
      problem.overlap = false;
      EXPECT_NEAR(PlacementCost(problem).seconds(placement_of(problem)), 20 + latency, 1e-12);
    }
}

TEST(PlacementCost, MessagesCostBothEndsAndShareTheirLink) {
  BalanceProblem problem = one_far_message(4, 20, 1);
  problem.message_seconds = 0.5;
  problem.packing_seconds = 0.25;
  problem.edges[0].bytes = 8;
  const std::vector<double> seconds = PlacementCost(problem).rank_seconds(placement_of(problem));
  EXPECT_DOUBLE_EQ(seconds[0], 22.5);
  EXPECT_DOUBLE_EQ(seconds[1], 2.5);
  problem.edges[0].bytes = 30000;  // 30 s of the link
  problem.packing_seconds = 0;
  problem.overlap = true;
  EXPECT_DOUBLE_EQ(PlacementCost(problem).seconds(placement_of(problem)), 31 + 20.5 / 4);
}

TEST(PlacementCost, CountsWhatMoves) {
  BalanceProblem problem = one_far_message(2, 20, 3);
  problem.blocks[0].bytes = 1000;
  problem.edges[0].bytes = 10;
  const PlacementCost cost(problem);
  const PlacementFigures before = cost.figures(placement_of(problem));
  EXPECT_EQ(before.moved_blocks, 0);
  EXPECT_EQ(before.wide_messages, 1);
  EXPECT_EQ(before.wide_bytes, 10);
  EXPECT_EQ(before.moving_seconds, 0);
  const PlacementFigures after = cost.figures({1, 0, 1});
  EXPECT_EQ(after.moved_blocks, 1);
  EXPECT_EQ(after.moved_bytes, 1000);
  EXPECT_EQ(after.messages, 0);
  EXPECT_DOUBLE_EQ(after.moving_seconds, 3 + 1000 * 0.001);
}

TEST(PlacementCost, PlansAreWorthTheirPriceOrNot) {
  BalanceProblem problem = loads({1, 3, 0});
  problem.blocks.push_back({.rank = 1, .work = 1, .bytes = 1000});
  problem.links = {{0, 0.01}};  // 10 s for the last block, which saves 1 s per step
  const PlacementCost cost(problem);
  const Placement better = placement_after(problem, {{3, 2}});
  problem.horizon = 11;
  EXPECT_TRUE(cost.pays(better));
  problem.horizon = 9;
  EXPECT_FALSE(cost.pays(better));
  problem.horizon = 1e9;
  EXPECT_FALSE(cost.pays(placement_of(problem))) << "a plan without moves";
  EXPECT_FALSE(cost.pays(placement_after(problem, {{0, 1}}))) << "a plan that makes steps longer";
}

}  // namespace
}  // namespace cardon
