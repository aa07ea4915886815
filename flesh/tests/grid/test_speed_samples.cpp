// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "../support/noisy_samples.hpp"

namespace cardon {
namespace {

TEST(SpeedSamples, SettleSoonWhereNothingDisturbs) {
  SpeedSamples samples;
  int n = 0;
  for (; !samples.settled(); ++n) samples.add(noisy::points, noisy::points * noisy::truth);
  EXPECT_EQ(n, 8);
  EXPECT_NEAR(samples.estimate().speed * noisy::truth, 1, 1e-12);
  EXPECT_EQ(samples.estimate().error, 0);
}

TEST(SpeedSamples, AreRepeatedUntilTheErrorIsSmall) {
  for (unsigned seed = 1; seed <= 50; ++seed) {
    const SpeedEstimate e = noisy::measured(0.1, 0.2, 1000, seed);
    EXPECT_LE(e.error, 0.02) << seed;
    EXPECT_NEAR(e.speed * noisy::truth, 1, 0.15) << seed;
  }
}

// Nothing makes a step faster, and what makes it slower counts with its processor time only.
TEST(SpeedSamples, AreNotFooledByOtherPrograms) {
  for (const double share : {0.01, 0.05, 0.5, 1.0})
    for (unsigned seed = 1; seed <= 20; ++seed) {
      const SpeedEstimate e = noisy::Interrupted(share, seed).measured();
      EXPECT_GT(e.speed * noisy::truth, 0.7) << share << ' ' << seed;
      EXPECT_LE(e.speed * noisy::truth, 1) << share << ' ' << seed;
      if (share <= 0.05) {
        EXPECT_NEAR(e.speed * noisy::truth, 0.96, 0.04) << share << ' ' << seed;
      }
    }
}

TEST(SpeedSamples, KnowNothingWithoutPointsOrTime) {
  SpeedSamples samples;
  samples.add(0, 1);
  samples.add(1, 0);
  EXPECT_EQ(samples.estimate().speed, 0);
}

}  // namespace
}  // namespace cardon
