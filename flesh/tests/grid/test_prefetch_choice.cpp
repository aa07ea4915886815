// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cardon/grid/prefetch_choice.hpp>

namespace cardon {
namespace {

using Wish = PrefetchChoice::Wish;

// Calls that take so long with and without, until it is decided; every fifth is disturbed. How
// many.
int time_it(PrefetchChoice& choice, double with, double without) {
  int n = 0;
  for (; !choice.decided() && n < 100; ++n)
    choice.took((choice.on() ? with : without) * (n % 5 == 0 ? 7 : 1));
  return n;
}

TEST(PrefetchChoice, KeepsWhatIsFaster) {
  PrefetchChoice faster(Wish::automatic, false), slower(Wish::automatic, false);
  EXPECT_EQ(time_it(faster, 1.0, 1.24), 12);
  EXPECT_TRUE(faster.on());
  EXPECT_DOUBLE_EQ(faster.gain(), 1.24);
  EXPECT_EQ(time_it(slower, 1.0, 0.79), 12);
  EXPECT_FALSE(slower.on());
  EXPECT_DOUBLE_EQ(slower.gain(), 0.79);
}

TEST(PrefetchChoice, IsOffWhereItGainsNothing) {
  PrefetchChoice choice(Wish::automatic, false);
  time_it(choice, 1.0, 1.01);
  EXPECT_FALSE(choice.on());
}

TEST(PrefetchChoice, LeavesWhatFitsTheCacheAlone) {
  PrefetchChoice choice(Wish::automatic, true);
  EXPECT_TRUE(choice.decided());
  EXPECT_FALSE(choice.on());
  EXPECT_EQ(choice.gain(), 0);
}

TEST(PrefetchChoice, ObeysTheUser) {
  for (const bool fits : {false, true}) {
    EXPECT_TRUE(PrefetchChoice(Wish::always, fits).on());
    EXPECT_TRUE(PrefetchChoice(Wish::always, fits).decided());
    EXPECT_FALSE(PrefetchChoice(Wish::never, fits).on());
    EXPECT_TRUE(PrefetchChoice(Wish::never, fits).decided());
  }
}

TEST(PrefetchChoice, KnowsItsWords) {
  EXPECT_EQ(prefetch_wish("auto"), Wish::automatic);
  EXPECT_EQ(prefetch_wish("always"), Wish::always);
  EXPECT_EQ(prefetch_wish("never"), Wish::never);
}

}  // namespace
}  // namespace cardon
