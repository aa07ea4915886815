// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <random>

#include "speed_estimate.hpp"

namespace cardon::grid_driver {
namespace {

constexpr double truth = 1e-7;  // s per point
constexpr double points = 1e5;

// Samples with this relative noise until they settle, at most `most`; some take many times longer.
SpeedEstimate measured(double noise, double disturbed, int most, unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> uniform;
  SpeedSamples samples;
  for (int n = 0; n < most && !samples.settled(); ++n) {
    const double longer = uniform(random) < disturbed ? 1 + 4 * uniform(random) : 1;
    samples.add(points, points * truth * longer * std::exp(noise * normal(random)));
  }
  return samples.estimate();
}

TEST(SpeedSamples, SettleSoonWhereNothingDisturbs) {
  SpeedSamples samples;
  int n = 0;
  for (; !samples.settled(); ++n) samples.add(points, points * truth);
  EXPECT_EQ(n, 8);
  EXPECT_NEAR(samples.estimate().speed * truth, 1, 1e-12);
  EXPECT_EQ(samples.estimate().error, 0);
}

TEST(SpeedSamples, AreRepeatedUntilTheErrorIsSmall) {
  for (unsigned seed = 1; seed <= 50; ++seed) {
    const SpeedEstimate e = measured(0.1, 0.2, 1000, seed);
    EXPECT_LE(e.error, 0.02) << seed;
    EXPECT_NEAR(e.speed * truth, 1, 0.15) << seed;
  }
}

TEST(SpeedSamples, KnowNothingWithoutPointsOrTime) {
  SpeedSamples samples;
  samples.add(0, 1);
  samples.add(1, 0);
  EXPECT_EQ(samples.estimate().speed, 0);
}

TEST(SpeedsToCutBy, AreEqualWhereRanksAre) {
  int unequal = 0;
  for (unsigned seed = 1; seed <= 100; ++seed) {
    // So noisy that the time is over before the error is small.
    const auto speeds =
        speeds_to_cut_by({measured(0.3, 0.3, 60, seed), measured(0.3, 0.3, 60, seed + 1000)});
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
  slow.add(points, 1.1 * points * truth);
  fast.add(points, points * truth);
  const auto speeds = speeds_to_cut_by({slow.estimate(), fast.estimate()});
  EXPECT_EQ(speeds[0], speeds[1]);
}

TEST(SpeedsToCutBy, KeepDifferencesThatAreReal) {
  const auto speeds = speeds_to_cut_by({{1e6, 0.01}, {2e6, 0.01}, {2.02e6, 0.01}, {1.99e6, 0.01}});
  EXPECT_EQ(speeds[0], 1e6);
  EXPECT_EQ(speeds[1], speeds[2]);
  EXPECT_EQ(speeds[1], speeds[3]);
}

TEST(SpeedsToCutBy, KnowNothingIfSomeRankComputesNothing) {
  EXPECT_TRUE(speeds_to_cut_by({{1e6, 0.01}, {0, 0}}).empty());
}

}  // namespace
}  // namespace cardon::grid_driver
