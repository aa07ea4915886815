// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cardon/kit/balance/small_random.hpp>
#include <cmath>

#include "balance/speed_guess.hpp"

namespace cardon {
namespace {

constexpr int side = 16, ranks = 8;

/// An array of side x side blocks, two rows of which a rank has; rank 3 has the speed `slow`, which
/// nobody knows: its blocks seem to take longer.
template <class Work>
BalanceProblem seen(double slow, const Work& work) {
  BalanceProblem problem;
  problem.ranks.resize(ranks);
  for (int y = 0; y < side; ++y)
    for (int x = 0; x < side; ++x) {
      const int rank = y / 2, b = x + side * y;
      problem.blocks.push_back({.rank = rank, .work = work(x, y) / (rank == 3 ? slow : 1)});
      for (const int other : {x + 1 < side ? b + 1 : -1, y + 1 < side ? b + side : -1}) {
        if (other < 0) continue;
        problem.edges.push_back({b, other});
        problem.edges.push_back({other, b});
      }
    }
  return problem;
}

const BlockArray array{.extents = {side, side, 1}};

double spot(int x, int y) {
  return 1 + 8 * std::exp(-std::pow((x - 6) / 5., 2) - std::pow((y - 7) / 5., 2));
}

TEST(SpeedGuess, FindsASlowRankWhateverTheLoads) {
  SmallRandom random(1, 1);
  const auto noise = [&] { return 1 + 0.03 * (2 * random.uniform() - 1); };
  const BalanceProblem equal = seen(0.4, [&](int, int) { return noise(); }),
                       uneven = seen(0.4, [&](int x, int y) { return spot(x, y) * noise(); });
  for (const BalanceProblem& problem : {equal, uneven}) {
    const SpeedGuess guess = guess_speeds(problem, array);
    EXPECT_GT(guess.evidence, 0.5);
    const std::vector<double>& speeds = guess.speeds;
    EXPECT_NEAR(speeds[3] / (speeds[2] + speeds[4]) * 2, 0.4, 0.05);
  }
  const std::vector<double> speeds = guess_speeds(equal, array).speeds;
  for (std::size_t r = 0; r < ranks; ++r) EXPECT_NEAR(speeds[r], r == 3 ? 0.4 : 1, 0.03) << r;
}

TEST(SpeedGuess, DoesNotTakeLoadsForSpeeds) {
  SmallRandom random(1, 1);
  const BalanceProblem smooth = seen(1, spot),
                       rough = seen(1, [&](int, int) { return std::exp(random.uniform()); });
  for (const BalanceProblem& problem : {smooth, rough}) {
    const SpeedGuess guess = guess_speeds(problem, array);
    EXPECT_LT(guess.evidence, 0.3);
    for (const double speed : guess.speeds) EXPECT_NEAR(speed, 1, 0.25);
  }
  EXPECT_EQ(guess_speeds(seen(1, [](int, int) { return 1.; }), array).speeds,
            std::vector<double>(ranks, 1.0));
}

// Ranks that have a row each see no slope across rows, which is not one of speeds.
TEST(SpeedGuess, RowsOfRanksSayNothingOfSlopesAcross) {
  BalanceProblem problem = seen(1, [](int x, int y) { return 1 + 0.5 * y + 0.01 * x; });
  problem.ranks.resize(side);
  for (int b = 0; b < side * side; ++b) problem.blocks[std::size_t(b)].rank = b / side;
  for (const double speed : guess_speeds(problem, array).speeds) EXPECT_EQ(speed, 1);
}

// What is known already stays: the guess is relative to it.
TEST(SpeedGuess, BeginsWithKnownSpeeds) {
  BalanceProblem problem = seen(1, [](int, int) { return 1.; });
  problem.ranks[2].speed = 0.5;
  EXPECT_EQ(guess_speeds(problem, array).speeds[2], 0.5);
  EXPECT_EQ(guess_speeds(BalanceProblem{}, {}).speeds.size(), 0u);
}

}  // namespace
}  // namespace cardon
