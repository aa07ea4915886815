// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>

#include "rank_speeds.hpp"

namespace cardon {
namespace {

/// Blocks that cost so much, on these ranks, which truly are so fast but count as equally fast.
struct SampleMachine {
  std::vector<double> speeds, costs;
  std::vector<Box> boxes = std::vector<Box>(costs.size());

  BalanceProblem measure(const std::vector<int>& owners) const {
    BalanceProblem problem;
    problem.ranks.resize(speeds.size());
    for (std::size_t b = 0; b < costs.size(); ++b)
      problem.blocks.push_back(
          {.rank = owners[b], .work = costs[b] / speeds[std::size_t(owners[b])]});
    return problem;
  }
};

double ratio(const BalanceProblem& problem, int a, int b) {
  return problem.ranks[std::size_t(a)].speed / problem.ranks[std::size_t(b)].speed;
}

TEST(RankSpeeds, AreLearnedFromBlocksThatMigrate) {
  const SampleMachine machine{{1, 0.5, 2}, {1, 2, 3, 4, 5}};
  RankSpeeds speeds;
  speeds.measured(machine.measure({0, 0, 1, 1, 2}), machine.boxes);
  BalanceProblem problem = machine.measure({0, 1, 1, 2, 2});
  speeds.measured(problem, machine.boxes);
  speeds.apply(problem);
  EXPECT_NEAR(ratio(problem, 0, 1), 2, 1e-6);
  EXPECT_NEAR(ratio(problem, 2, 1), 4, 1e-6);
  for (std::size_t b = 1; b < machine.costs.size(); ++b)
    EXPECT_NEAR(problem.blocks[b].work / problem.blocks[0].work, machine.costs[b], 1e-6);
}

// Loads that grow everywhere say nothing of ranks.
TEST(RankSpeeds, AreNotMistakenForLoadsThatChange) {
  SampleMachine machine{{1, 1}, {1, 2, 3, 4}};
  RankSpeeds speeds;
  speeds.measured(machine.measure({0, 0, 1, 1}), machine.boxes);
  for (double& cost : machine.costs) cost *= 3;
  BalanceProblem problem = machine.measure({0, 1, 1, 1});
  speeds.measured(problem, machine.boxes);
  speeds.apply(problem);
  EXPECT_NEAR(ratio(problem, 0, 1), 1, 1e-12);
}

// All blocks of a rank take longer by one factor, those of the others do not.
TEST(RankSpeeds, OfARankThatSlowsDownAreLearnedAtOnce) {
  SampleMachine machine{{1, 1, 1}, {1, 2, 3, 4, 5, 6, 7, 8, 9}};
  const std::vector<int> owners{0, 0, 0, 1, 1, 1, 2, 2, 2}, later{0, 0, 0, 1, 2, 0, 2, 2, 2};
  RankSpeeds speeds;
  speeds.measured(machine.measure(owners), machine.boxes);
  machine.speeds[1] = 0.4;
  for (const std::vector<int>& now : {owners, owners, later}) {
    BalanceProblem problem = machine.measure(now);
    speeds.measured(problem, machine.boxes);
    speeds.apply(problem);
    EXPECT_NEAR(ratio(problem, 0, 1), 2.5, 1e-6);
    EXPECT_NEAR(ratio(problem, 2, 1), 2.5, 1e-6);
    for (std::size_t b = 1; b < machine.costs.size(); ++b)
      EXPECT_NEAR(problem.blocks[b].work / problem.blocks[0].work, machine.costs[b], 1e-6);
  }
}

// By 4 % per window, while all blocks become more expensive; then the rank recovers likewise.
TEST(RankSpeeds, OfARankThatChangesLittleByLittleAreLearned) {
  SampleMachine machine{{1, 1, 1}, {1, 2, 3, 4, 5, 6, 7, 8, 9}};
  const std::vector<int> owners{0, 0, 0, 1, 1, 1, 2, 2, 2};
  RankSpeeds speeds;
  speeds.measured(machine.measure(owners), machine.boxes);
  for (const double factor : {1 / 1.04, 1.04})
    for (int window = 0; window < 20; ++window) {
      machine.speeds[1] *= factor;
      for (double& cost : machine.costs) cost *= 1.01;
      BalanceProblem problem = machine.measure(owners);
      speeds.measured(problem, machine.boxes);
      speeds.apply(problem);
      EXPECT_NEAR(std::log(ratio(problem, 1, 0)), std::log(machine.speeds[1]), 0.1 + 1e-9);
      EXPECT_NEAR(ratio(problem, 2, 0), 1, 1e-9);
    }
}

// Blocks of a rank that become expensive little by little, by different factors, are no slow rank.
TEST(RankSpeeds, AreNotMistakenForLoadsThatGrow) {
  SampleMachine machine{{1, 1, 1}, std::vector<double>(9, 1.0)};
  RankSpeeds speeds;
  for (int window = 0; window < 40; ++window) {
    for (const std::size_t block : {3, 4, 5}) machine.costs[block] *= 1 + 0.005 * double(block);
    BalanceProblem problem = machine.measure({0, 0, 0, 1, 1, 1, 2, 2, 2});
    speeds.measured(problem, machine.boxes);
    speeds.apply(problem);
    EXPECT_NEAR(ratio(problem, 0, 1), 1, 1e-9) << window;
  }
}

// In the middle of a window, when some of its blocks are ahead of others: blocks of the other ranks
// do not change at all.
TEST(RankSpeeds, OfARankThatSlowsDownWithinAWindowAreLearned) {
  SampleMachine machine{{1, 1, 1}, std::vector<double>(9, 1.0)};
  const std::vector<int> owners{0, 0, 0, 1, 1, 1, 2, 2, 2};
  RankSpeeds speeds;
  speeds.measured(machine.measure(owners), machine.boxes);
  machine.costs = {1, 1, 1, 1.6, 1.7, 1.8, 1, 1, 1};
  BalanceProblem problem = machine.measure(owners);
  speeds.measured(problem, machine.boxes);
  speeds.apply(problem);
  EXPECT_NEAR(ratio(problem, 0, 1), 1.7, 1e-6);
}

// It slows down while two of its blocks leave.
TEST(RankSpeeds, OfARankThatChangesWhileBlocksMoveAreRight) {
  SampleMachine machine{{1, 0.5}, {1, 2, 3, 4, 5, 6, 7, 8}};
  RankSpeeds speeds;
  speeds.measured(machine.measure({0, 0, 0, 1, 1, 1, 1, 1}), machine.boxes);
  machine.speeds[1] = 0.25;
  BalanceProblem problem = machine.measure({0, 0, 0, 0, 0, 1, 1, 1});
  speeds.measured(problem, machine.boxes);
  speeds.apply(problem);
  EXPECT_NEAR(ratio(problem, 0, 1), 4, 1e-6);
}

// Blocks of a rank that become expensive by different factors are no slow rank.
TEST(RankSpeeds, AreNotMistakenForLoadsThatArrive) {
  const std::vector<int> owners{0, 0, 0, 1, 1, 1, 2, 2, 2};
  for (const std::vector<double>& costs : {std::vector<double>{1, 1, 1, 3, 2, 1.5, 1, 1, 1},
                                           {1, 1.1, 1.2, 1.6, 1.7, 1.8, 0.9, 0.8, 1}}) {
    SampleMachine machine{{1, 1, 1}, std::vector<double>(9, 1.0)};
    RankSpeeds speeds;
    speeds.measured(machine.measure(owners), machine.boxes);
    machine.costs = costs;
    BalanceProblem problem = machine.measure(owners);
    speeds.measured(problem, machine.boxes);
    speeds.apply(problem);
    EXPECT_NEAR(ratio(problem, 0, 1), 1, 1e-12);
  }
}

TEST(RankSpeeds, NothingIsLearnedFromOtherBlocks) {
  const SampleMachine machine{{1, 0.5}, {1, 2}};
  RankSpeeds speeds;
  speeds.measured(machine.measure({0, 0}), machine.boxes);
  BalanceProblem problem = machine.measure({0, 1});
  speeds.measured(problem, std::vector<Box>(2, Box{{0, 0, 0}, {1, 1, 1}}));
  speeds.apply(problem);
  EXPECT_EQ(ratio(problem, 0, 1), 1);
}

}  // namespace
}  // namespace cardon
