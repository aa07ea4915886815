// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cardon/kit/balance/balance_rounds.hpp>
#include <cardon/kit/balance/placement_cost.hpp>
#include <cmath>

#include "gossip_agent.hpp"
#include "gossip_balancer.hpp"

namespace cardon {
namespace {

// Loads with a standard deviation of 0.23 of the mean, in blocks of equal work.
BalanceProblem normal_loads(int ranks, double blocks_each, unsigned seed) {
  BalanceProblem problem;
  problem.ranks.resize(std::size_t(ranks));
  SmallRandom random(seed, 99);
  for (int r = 0; r < ranks; ++r) {
    const double u = random.uniform(), v = random.uniform();
    const double load = 1 + 0.23 * std::sqrt(-2 * std::log(1 - u)) * std::cos(6.283185307 * v);
    for (int b = 0; b < std::lround(blocks_each * load); ++b)
      problem.blocks.push_back({.rank = r, .work = 1 / blocks_each});
  }
  return problem;
}

Placement planned(bool plus, const GossipOptions& options, const BalanceProblem& problem) {
  GossipBalancer balancer(plus, options);
  balancer.open({});
  return placement_after(problem, balancer.plan(problem));
}

TEST(GossipAgent, NegotiationKeepsRanksWithinTheThreshold) {
  for (unsigned seed = 1; seed <= 2; ++seed) {
    const BalanceProblem problem = normal_loads(256, 150, seed);
    const double before = imbalance(problem, placement_of(problem));
    const double plain = imbalance(problem, planned(false, {}, problem));
    const double plus = imbalance(problem, planned(true, {}, problem));
    EXPECT_LE(plus, 0.0501) << before;
    EXPECT_GE(plain, plus);
    EXPECT_LT(plain, before);
  }
}

TEST(GossipAgent, FewBlocksMove) {
  const BalanceProblem problem = normal_loads(512, 60, 2);
  const PlacementFigures figures = PlacementCost(problem).figures(planned(true, {}, problem));
  EXPECT_LT(double(figures.moved_blocks), 0.12 * double(problem.blocks.size()));
}

TEST(GossipAgent, SpeedsCount) {
  BalanceProblem problem = normal_loads(256, 200, 3);
  for (std::size_t r = 0; r < 64; ++r) problem.ranks[r].speed = 2;
  EXPECT_LE(imbalance(problem, planned(true, {}, problem)), 0.08);
}

// One rank with six times what all others have. Rooms are of the threshold:
// with 1 nothing can move, as no rank may exceed the mean.
TEST(GossipAgent, OneRankWithEverything) {
  for (const double threshold : {1.05, 1.0}) {
    BalanceProblem problem;
    problem.ranks.resize(256);
    for (int r = 0; r < 256; ++r)
      for (int b = 0; b < (r == 0 ? 300 : 50); ++b)
        problem.blocks.push_back({.rank = r, .work = 0.02});
    const double after =
        imbalance(problem, planned(true, {.rounds_share = 1, .threshold = threshold}, problem));
    const double before = imbalance(problem, placement_of(problem));
    if (threshold > 1)
      EXPECT_LE(after, 0.051);
    else
      EXPECT_EQ(after, before);
  }
}

// Four heavy blocks per rank: plain gossip piles them up, and such a plan is refused.
TEST(GossipAgent, PlansThatMakeItWorseAreRefused) {
  BalanceProblem problem;
  problem.ranks.resize(2048);
  SmallRandom random(5, 1);
  for (int b = 0; b < 4 * 2048; ++b) {
    const double u = random.uniform(), v = random.uniform();
    const double normal = std::sqrt(-2 * std::log(1 - u)) * std::cos(6.283185307 * v);
    problem.blocks.push_back({.rank = b / 4, .work = std::exp(0.35 * normal)});
  }
  for (int r = 0; r < 200; ++r)
    for (std::size_t b = 0; b < 4; ++b) problem.blocks[std::size_t(4 * r) + b].work *= 3;
  GossipBalancer balancer(false);
  balancer.open({});
  const std::vector<BlockMove> moves = balancer.plan(problem);
  const double before = imbalance(problem, placement_of(problem));
  const Placement planned = placement_after(problem, moves);
  const double after = imbalance(problem, planned);
  EXPECT_EQ(PlacementCost(problem).pays(planned), after < before) << before << " -> " << after;
}

TEST(GossipAgent, MessagesPerRankStayFewAsRanksGrow) {
  double words[2];
  int i = 0;
  for (const int ranks : {256, 2048}) {
    const BalanceProblem problem = normal_loads(ranks, 20, 4);
    GossipBalancer balancer(true);
    balancer.open({});
    BalanceRounds rounds(problem, [&](int rank) { return balancer.agent(rank); });
    rounds.run();
    words[i++] = rounds.traffic().words / ranks;
  }
  EXPECT_LT(words[1], 8 * words[0]);
}

TEST(GossipAgent, EqualSeedsGiveEqualPlans) {
  const BalanceProblem problem = normal_loads(128, 30, 1);
  EXPECT_EQ(planned(true, {}, problem), planned(true, {}, problem));
}

}  // namespace
}  // namespace cardon
