// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cardon/kit/balance/plan_pace.hpp>

namespace cardon {
namespace {

// Windows of 13 steps of 4 ms that may take 0.25 %.
PlanPace pace() { return PlanPace({.window = 13, .max_pause = 160, .share = 0.0025}); }

TEST(PlanPace, FastPlansDoNotWait) {
  PlanPace fast = pace();
  EXPECT_EQ(fast.pause(), 0);
  fast.planned(1e-4, 4e-3, 4e-3, false);  // 13 steps may take 0.13 ms
  EXPECT_EQ(fast.pause(), 0);
}

TEST(PlanPace, SlowPlansThatGainNothingTakeTheirShareOfAllSteps) {
  PlanPace slow = pace();
  slow.planned(6e-4, 4e-3, 4e-3, false);
  EXPECT_EQ(slow.pause(), 60 - 13);
  slow.planned(6e-4, 2e-3, 2e-3, false);
  EXPECT_EQ(slow.pause(), 120 - 13);
  slow.planned(1, 4e-3, 4e-3, false);
  EXPECT_EQ(slow.pause(), 160);
  slow.planned(1, 0, 0, false);  // steps too short to be measured
  EXPECT_EQ(slow.pause(), 160);
}

TEST(PlanPace, WindowsFollowEachOtherWhilePlansGain) {
  PlanPace slow = pace();
  slow.planned(6e-4, 4e-3, 4e-3, true);
  EXPECT_EQ(slow.pause(), 0);
  slow.planned(6e-4, 4e-3, 4e-3, false);
  EXPECT_GT(slow.pause(), 0);
  slow.planned(6e-4, 4e-3, 4e-3, true);
  EXPECT_EQ(slow.pause(), 0);
}

// The slowest rank takes 4 ms and the mean is 2 ms: of 1.8 ms, 2 % may be spent on plans as well.
TEST(PlanPace, WhereMoreIsToBeGainedPlansMayCostMore) {
  PlanPace unequal = pace();
  unequal.planned(6e-4, 4e-3, 2e-3, false);
  EXPECT_EQ(unequal.pause(), 14 - 13);
  unequal.planned(6e-4, 4e-3, 3.8e-3, false);
  EXPECT_EQ(unequal.pause(), 60 - 13);
}

// The first plan takes longer than those that follow.
TEST(PlanPace, RecentPlansCountMost) {
  PlanPace one = pace();
  one.planned(12e-4, 4e-3, 4e-3, false);
  EXPECT_EQ(one.pause(), 120 - 13);
  for (int n = 0; n < 20; ++n) one.planned(4e-4, 4e-3, 4e-3, false);
  EXPECT_NEAR(double(one.pause()), 40 - 13, 1);
}

}  // namespace
}  // namespace cardon
