// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cardon/kit/balance/placement.hpp>
#include <cmath>
#include <random>
#include <set>

#include "greedy_balancer.hpp"
#include "no_balancer.hpp"
#include "random_balancer.hpp"
#include "refine_balancer.hpp"

namespace cardon {
namespace {

BalanceProblem random_problem(unsigned seed, int blocks, int ranks) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> work(0.1, 1.0);
  BalanceProblem problem;
  problem.ranks.resize(std::size_t(ranks));
  for (int b = 0; b < blocks; ++b)
    problem.blocks.push_back({.rank = int(random() % unsigned(ranks)), .work = work(random)});
  return problem;
}

double time_of(const BalanceProblem& problem, const Placement& placement) {
  const std::vector<double> seconds = compute_seconds(problem, placement);
  return *std::max_element(seconds.begin(), seconds.end());
}

template <class B>
Placement planned(const BalanceProblem& problem) {
  B balancer;
  balancer.open({});
  return placement_after(problem, balancer.plan(problem));
}

// The shortest time among all placements.
double best_time(const BalanceProblem& problem) {
  const int ranks = int(problem.ranks.size());
  Placement placement(problem.blocks.size(), 0);
  double best = time_of(problem, placement);
  const double all = std::pow(ranks, placement.size());
  for (double n = 1; n < all; ++n) {
    for (int& rank : placement)
      if (++rank < ranks)
        break;
      else
        rank = 0;
    best = std::min(best, time_of(problem, placement));
  }
  return best;
}

TEST(NoBalancer, MovesNothing) {
  const BalanceProblem problem = random_problem(1, 20, 4);
  EXPECT_EQ(planned<NoBalancer>(problem), placement_of(problem));
}

TEST(GreedyBalancer, IsWithinItsBoundOfTheBestPlacement) {
  for (unsigned seed = 1; seed <= 40; ++seed) {
    const BalanceProblem problem = random_problem(seed, 8, 3);
    const double bound = 4.0 / 3 - 1.0 / (3 * 3);
    EXPECT_LE(time_of(problem, planned<GreedyBalancer>(problem)),
              bound * best_time(problem) + 1e-12);
  }
}

TEST(GreedyBalancer, GivesFastRanksMore) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    BalanceProblem problem = random_problem(seed, 200, 4);
    problem.ranks[2].speed = 3;
    problem.ranks[3].background = 5;
    EXPECT_LE(imbalance(problem, planned<GreedyBalancer>(problem)), 0.02);
  }
}

TEST(GreedyBalancer, LeavesWhatCannotMove) {
  BalanceProblem problem = random_problem(3, 100, 4);
  for (std::size_t b = 0; b < 20; ++b)
    problem.blocks[b] = {.rank = 1, .work = 0.2, .movable = false};
  problem.ranks[3].available = false;
  const Placement placement = planned<GreedyBalancer>(problem);
  for (std::size_t b = 0; b < 20; ++b) EXPECT_EQ(placement[b], 1);
  EXPECT_EQ(std::count(placement.begin(), placement.end(), 3), 0);
  EXPECT_LE(imbalance(problem, placement), 0.03);
}

TEST(GreedyBalancer, TakesAsManySpeedsAsRanks) {
  BalanceProblem problem = random_problem(5, 4000, 200);
  for (std::size_t r = 0; r < 200; ++r) problem.ranks[r].speed = 1 + 0.001 * double(r);
  EXPECT_LE(imbalance(problem, planned<GreedyBalancer>(problem)), 0.1);
}

TEST(RefineBalancer, BalancesWithFewMoves) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    BalanceProblem problem = random_problem(seed, 640, 10);
    for (BlockLoad& block : problem.blocks)
      if (block.rank == 4) block.work *= 3;
    const Placement placement = planned<RefineBalancer>(problem);
    EXPECT_LE(imbalance(problem, placement), 0.02 + 1e-12);
    std::size_t moved = 0, greedy_moved = 0;
    const Placement greedy = planned<GreedyBalancer>(problem);
    for (std::size_t b = 0; b < placement.size(); ++b) {
      moved += placement[b] != problem.blocks[b].rank ? 1 : 0;
      greedy_moved += greedy[b] != problem.blocks[b].rank ? 1 : 0;
      if (placement[b] != problem.blocks[b].rank) {
        EXPECT_GT(
            compute_seconds(problem, placement_of(problem))[std::size_t(problem.blocks[b].rank)],
            ideal_seconds(problem))
            << "only overloaded ranks lose blocks";
      }
    }
    EXPECT_LT(2 * moved, greedy_moved);
  }
}

TEST(RefineBalancer, EmptiesRanksThatAreGone) {
  BalanceProblem problem = random_problem(7, 100, 5);
  problem.ranks[0].available = false;
  const Placement placement = planned<RefineBalancer>(problem);
  EXPECT_EQ(std::count(placement.begin(), placement.end(), 0), 0);
}

TEST(RandomBalancer, MovesAboutHalfOfTheBlocksToAllOtherRanks) {
  BalanceProblem problem = random_problem(1, 10000, 5);
  for (BlockLoad& block : problem.blocks) block.rank = 2;
  RandomBalancer balancer;
  balancer.open({.seed = 3});
  const std::vector<BlockMove> first = balancer.plan(problem), second = balancer.plan(problem);
  EXPECT_NEAR(double(first.size()), 5000, 5 * 50);  // five standard deviations
  EXPECT_NE(first, second);
  std::vector<int> counts(5, 0);
  for (const BlockMove& move : first) ++counts[std::size_t(move.rank)];
  EXPECT_EQ(counts[2], 0);
  for (const int r : {0, 1, 3, 4}) EXPECT_NEAR(counts[std::size_t(r)], 1250, 5 * 31);
  RandomBalancer again;
  again.open({.seed = 3});
  EXPECT_EQ(again.plan(problem), first);
}

TEST(AllBasicBalancers, DoNothingWithoutRanksToGoTo) {
  BalanceProblem problem = random_problem(1, 10, 3);
  for (RankLoad& rank : problem.ranks) rank.available = false;
  EXPECT_EQ(planned<GreedyBalancer>(problem), placement_of(problem));
  EXPECT_EQ(planned<RefineBalancer>(problem), placement_of(problem));
  EXPECT_EQ(planned<RandomBalancer>(problem), placement_of(problem));
}

}  // namespace
}  // namespace cardon
