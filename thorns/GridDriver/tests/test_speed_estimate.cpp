// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>

#include "speed_estimate.hpp"
#include "support/noisy_samples.hpp"

namespace cardon::grid_driver {
namespace {

TEST(SpeedsToCutBy, AreEqualWhereRanksAre) {
  int unequal = 0;
  for (unsigned seed = 1; seed <= 100; ++seed) {
    // So noisy that the time is over before the error is small.
    const auto speeds = speeds_to_cut_by(
        {noisy::measured(0.3, 0.3, 60, seed), noisy::measured(0.3, 0.3, 60, seed + 1000)});
    const double share = speeds[0] / (speeds[0] + speeds[1]);
    EXPECT_GT(share, 0.4) << seed;
    EXPECT_LT(share, 0.6) << seed;
    unequal += speeds[0] != speeds[1];
  }
  EXPECT_LT(unequal, 10);
}

// One sample of each, as bad as samples get: what is not known is not used.
TEST(SpeedsToCutBy, AreEqualWhereOneSampleIsAllThereIs) {
  SpeedSamples slow, fast;
  slow.add(noisy::points, 1.1 * noisy::points * noisy::truth);
  fast.add(noisy::points, noisy::points * noisy::truth);
  const auto speeds = speeds_to_cut_by({slow.estimate(), fast.estimate()});
  EXPECT_EQ(speeds[0], speeds[1]);
}

TEST(SpeedsToCutBy, KeepDifferencesThatAreReal) {
  const auto speeds = speeds_to_cut_by({{1e6, 0.01}, {2e6, 0.01}, {2.02e6, 0.01}, {1.99e6, 0.01}});
  EXPECT_EQ(speeds[0], 1e6);
  EXPECT_EQ(speeds[1], speeds[2]);
  EXPECT_EQ(speeds[1], speeds[3]);
}

TEST(SpeedsToCutBy, AreEqualWithinEachKindOfProcessor) {
  const auto speeds =
      speeds_to_cut_by({{1e6, 0.01}, {2e6, 0.01}, {1.03e6, 0.01}, {2.05e6, 0.01}, {0.98e6, 0.01}});
  EXPECT_EQ(speeds, (std::vector<double>{1e6, 2.025e6, 1e6, 2.025e6, 1e6}));
}

// The disturbed rank spends nearly all of its time waiting for its core.
TEST(SpeedsToCutBy, AreEqualWhereOtherProgramsHoldTheCores) {
  for (unsigned seed = 1; seed <= 100; ++seed) {
    noisy::Interrupted quiet(0, seed), busy(0.05, seed + 1000), slow(0.05, seed + 2000, 2);
    const auto speeds = speeds_to_cut_by({quiet.measured(), busy.measured(), slow.measured()});
    EXPECT_NEAR(std::log(speeds[1] / speeds[0]), 0, 0.1) << seed;
    EXPECT_NEAR(std::log(speeds[0] / speeds[2]), std::log(2), 0.15) << seed;
  }
}

TEST(SpeedsToCutBy, KnowNothingIfSomeRankComputesNothing) {
  EXPECT_TRUE(speeds_to_cut_by({{1e6, 0.01}, {0, 0}}).empty());
}

}  // namespace
}  // namespace cardon::grid_driver
