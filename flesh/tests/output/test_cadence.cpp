// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "output/cadence.hpp"

namespace cardon {
namespace {

TEST(Cadence, EveryFewIterations) {
  const Cadence every3(Interval{3, 0}, 0.1);
  for (long n = 0; n < 10; ++n) EXPECT_EQ(every3.due(n), n % 3 == 0) << n;
}

TEST(Cadence, TimeIsReachedByTheFirstStepAtOrAfterIt) {
  const Cadence every(Interval{0, 0.25},
                      0.1);  // 0.25 -> step 3, 0.5 -> step 5, 0.75 -> step 8, 1.0 -> step 10
  for (long n = 0; n <= 10; ++n)
    EXPECT_EQ(every.due(n), n == 0 || n == 3 || n == 5 || n == 8 || n == 10) << n;
}

TEST(Cadence, RoundingDoesNotShiftAMultiple) {
  const Cadence every(Interval{0, 0.1}, 0.1 / 3);
  for (long n = 0; n <= 3000; ++n) EXPECT_EQ(every.due(n), n % 3 == 0) << n;
}

TEST(Cadence, ShorterThanAStepIsEveryStep) {
  for (const Real time : {0.1, 0.03, 1e-12, 1e-21, 1e-300}) {
    const Cadence every(Interval{0, time}, 0.1);
    for (long n = 0; n <= 50; ++n) EXPECT_TRUE(every.due(n)) << time << " " << n;
  }
}

}  // namespace
}  // namespace cardon
