// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cardon/kit/balance/balance_rounds.hpp>
#include <cardon/kit/balance/placement.hpp>
#include <random>

#include "diffusion_agent.hpp"
#include "diffusion_balancer.hpp"
#include "group_balancer.hpp"

namespace cardon {
namespace {

// Many small blocks on a ring of ranks; some ranks have much more than others.
BalanceProblem uneven(unsigned seed, int ranks, int blocks_each) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> factor(0.5, 2.0), work(0.8, 1.2);
  BalanceProblem problem;
  problem.ranks.resize(std::size_t(ranks));
  for (int r = 0; r < ranks; ++r) {
    const double scale = factor(random);
    for (int b = 0; b < blocks_each; ++b)
      problem.blocks.push_back({.rank = r, .work = scale * work(random)});
  }
  return problem;
}

template <class B>
Placement planned(B balancer, const BalanceProblem& problem) {
  balancer.open({});
  return placement_after(problem, balancer.plan(problem));
}

int moved_between(const BalanceProblem& problem, const Placement& placement, auto group) {
  int moved = 0;
  for (std::size_t b = 0; b < placement.size(); ++b)
    moved += group(placement[b]) != group(problem.blocks[b].rank) ? 1 : 0;
  return moved;
}

TEST(DiffusionBalancer, LoadFlowsToWhereItIsMissing) {
  for (unsigned seed = 1; seed <= 10; ++seed) {
    const BalanceProblem problem = uneven(seed, 8, 100);
    const Placement placement = planned(DiffusionBalancer(), problem);
    const double before = imbalance(problem, placement_of(problem));
    EXPECT_LT(imbalance(problem, placement), 0.35 * before) << before;
    for (std::size_t b = 0; b < placement.size(); ++b) {
      const int steps = (placement[b] - problem.blocks[b].rank + 8) % 8;
      EXPECT_TRUE(steps == 0 || steps == 1 || steps == 7) << "only neighbours exchange blocks";
    }
  }
}

TEST(DiffusionBalancer, FollowsTheGraphOfBlocks) {
  BalanceProblem problem;
  problem.ranks.resize(4);
  for (int b = 0; b < 100; ++b) problem.blocks.push_back({.rank = 0, .work = 1});
  for (const int rank : {3, 1, 2}) problem.blocks.push_back({.rank = rank, .work = 1});
  problem.edges = {{.from = 0, .to = 100}, {.from = 101, .to = 102}};
  const Placement placement = planned(DiffusionBalancer(), problem);
  EXPECT_NEAR(double(std::count(placement.begin(), placement.end(), 3)), 51, 2);
  EXPECT_EQ(std::count(placement.begin(), placement.end(), 1), 1);
}

TEST(DiffusionBalancer, SpeedsCount) {
  BalanceProblem problem = uneven(3, 4, 200);
  problem.ranks[1].speed = 3;
  const double before = imbalance(problem, placement_of(problem));
  EXPECT_LT(imbalance(problem, planned(DiffusionBalancer(), problem)), 0.2 * before);
}

TEST(GroupBalancer, BalancesSitesAndRanksWithin) {
  BalanceProblem problem = uneven(5, 32, 64);
  problem.sites = 2;
  for (std::size_t r = 0; r < 32; ++r) problem.ranks[r].site = r < 16 ? 0 : 1;
  const Placement placement = planned(GroupBalancer(GroupBalancer::Kind::sites), problem);
  EXPECT_LE(imbalance(problem, placement), 0.02);
  const auto site = [](int r) { return r / 16; };
  std::vector<double> work(2, 0.0);
  for (std::size_t b = 0; b < placement.size(); ++b)
    work[std::size_t(site(problem.blocks[b].rank))] += problem.blocks[b].work;
  // No more blocks change their site than the difference of the sites asks for.
  const double excess = std::abs(work[0] - work[1]) / 2;
  EXPECT_LE(moved_between(problem, placement, site), excess / 0.4 + 1);
}

TEST(GroupBalancer, KnowsHosts) {
  BalanceProblem problem = uneven(7, 32 * 16, 64);
  for (std::size_t r = 0; r < problem.ranks.size(); ++r) problem.ranks[r].host = int(r / 16);
  const Placement placement = planned(GroupBalancer(GroupBalancer::Kind::hosts), problem);
  EXPECT_LE(imbalance(problem, placement), 0.05);
  const auto host = [](int r) { return r / 16; };
  const auto rank = [](int r) { return r; };
  const int between = moved_between(problem, placement, host);
  EXPECT_GT(between, 0);
  EXPECT_LT(2 * between, moved_between(problem, placement, rank));
}

TEST(GroupBalancer, EmptiesRanksThatAreGone) {
  BalanceProblem problem = uneven(2, 8, 20);
  for (std::size_t r = 0; r < 8; ++r) problem.ranks[r].host = int(r / 2);
  problem.ranks[0].available = problem.ranks[4].available = problem.ranks[5].available = false;
  for (const auto kind : {GroupBalancer::Kind::sites, GroupBalancer::Kind::hosts}) {
    const Placement placement = planned(GroupBalancer(kind), problem);
    for (const int gone : {0, 4, 5})
      EXPECT_EQ(std::count(placement.begin(), placement.end(), gone), 0);
    EXPECT_LE(imbalance(problem, placement), 0.06);
  }
}

}  // namespace
}  // namespace cardon
