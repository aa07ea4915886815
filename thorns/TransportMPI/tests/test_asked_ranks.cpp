// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "asked_ranks.hpp"

namespace cardon {
namespace {

using ::testing::ElementsAre;

TEST(AskedRanks, CountSinceTheyWereFirstAsked) {
  AskedRanks asked;
  EXPECT_EQ(asked.seconds(3, 100), 0);
  for (int n = 0; n <= 10; ++n) asked.add({3}, 100 + n);
  EXPECT_EQ(asked.seconds(3, 110), 10);
  asked.add({1}, 111);
  EXPECT_EQ(asked.seconds(1, 111), 0) << "who is waited for only now was not asked before";
  EXPECT_EQ(asked.seconds(3, 111), 11);
  EXPECT_THAT(asked.all(), ElementsAre(1, 3)) << "the other one is still asked";
}

TEST(AskedRanks, AreAskedAnewInAnotherSilence) {
  AskedRanks asked;
  asked.add({0, 2}, 50);
  asked.clear();
  EXPECT_THAT(asked.all(), ElementsAre());
  asked.add({2}, 52);
  EXPECT_EQ(asked.seconds(2, 52), 0);
  EXPECT_EQ(asked.seconds(0, 52), 0);
}

TEST(AskedRanks, AreNotBlamedForTimeSpentOnSomethingElse) {
  AskedRanks asked;
  asked.add({1}, 10);
  asked.add({1}, 11);
  asked.add({1}, 3611);
  EXPECT_EQ(asked.seconds(1, 3611), 3);
}

}  // namespace
}  // namespace cardon
