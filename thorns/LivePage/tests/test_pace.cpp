// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "pace.hpp"

namespace cardon {
namespace {

TEST(Pace, IsNotKnownAtFirst) {
  Pace pace;
  EXPECT_EQ(pace.rate(), 0);
  pace.note(10, 0);
  EXPECT_EQ(pace.rate(), 0);
}

TEST(Pace, FollowsTheLastMinute) {
  Pace pace;
  for (int s = 0; s <= 100; ++s) pace.note(s, 10 * s);
  EXPECT_NEAR(pace.rate(), 10, 1e-9);
  for (int s = 101; s <= 170; ++s) pace.note(s, 1000 + 2 * (s - 100));
  EXPECT_NEAR(pace.rate(), 2, 1e-9);
}

TEST(Pace, OfALongRunIsThatOfATenth) {
  Pace pace;
  for (int s = 0; s <= 10000; s += 10) pace.note(s, s);
  for (int s = 10010; s <= 10100; s += 10) pace.note(s, 10000);  // stands still
  pace.note(10110, 10001);
  EXPECT_LT(pace.rate(), 1);
}

TEST(Pace, ForgetsWhatWasBeforeARunWentBack) {
  Pace pace;
  pace.note(0, 0);
  pace.note(1, 100);
  pace.note(2, 50);
  EXPECT_EQ(pace.rate(), 0);
  pace.note(3, 60);
  EXPECT_DOUBLE_EQ(pace.rate(), 10);
}

}  // namespace
}  // namespace cardon
