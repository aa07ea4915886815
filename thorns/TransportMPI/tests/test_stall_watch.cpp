// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "stall_watch.hpp"

namespace cardon {
namespace {

using Event = StallWatch::Event;

// Looks every 0.5 s over the times (from, to]; returns the last event that is not none.
Event look_on(StallWatch& watch, double from, double to, bool moved = false) {
  Event last = Event::none;
  for (double t = from + 0.5; t <= to; t += 0.5) {
    const Event event = watch.look(t, moved, true);
    if (event != Event::none) last = event;
  }
  return last;
}

TEST(StallWatch, TellsSilenceAndItsEndOnce) {
  StallWatch watch(10);
  EXPECT_EQ(watch.look(100, false, true), Event::none);
  EXPECT_EQ(look_on(watch, 100, 109.5), Event::none);
  EXPECT_EQ(watch.look(110, false, true), Event::silent);
  EXPECT_EQ(look_on(watch, 110, 500), Event::none);
  EXPECT_EQ(watch.look(500.5, true, true), Event::resumed);
  EXPECT_DOUBLE_EQ(watch.silence(), 400);
  EXPECT_EQ(look_on(watch, 500.5, 520, true), Event::none);
  EXPECT_EQ(watch.silence(), 0);
}

TEST(StallWatch, MessagesAndNothingToWaitForAreNoSilence) {
  StallWatch watch(2);
  for (double t = 0; t < 100; t += 1) {
    EXPECT_EQ(watch.look(t, false, true), Event::none);
    EXPECT_EQ(watch.look(t + 0.9, int(t) % 2 == 0, int(t) % 2 == 0), Event::none);
  }
}

TEST(StallWatch, TimeSpentOnSomethingElseDoesNotCount) {
  StallWatch watch(10);
  EXPECT_EQ(watch.look(0, false, true), Event::none);
  EXPECT_EQ(watch.look(3600, false, true), Event::none);
  EXPECT_LE(watch.silence(), 1);
}

TEST(StallWatch, EachFurtherSilenceIsToldIfItIsTwiceAsLong) {
  StallWatch watch(10);
  EXPECT_EQ(look_on(watch, 0, 15), Event::silent);
  EXPECT_EQ(watch.look(15.5, true, true), Event::resumed);
  EXPECT_EQ(look_on(watch, 16, 35), Event::none);
  EXPECT_EQ(watch.look(35.5, true, true), Event::none);
  EXPECT_EQ(look_on(watch, 36, 57), Event::silent);
}

}  // namespace
}  // namespace cardon
