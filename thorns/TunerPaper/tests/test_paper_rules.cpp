// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <vector>

#include "compression_toggle.hpp"
#include "depth_climb.hpp"

using cardon::CompressionToggle;
using cardon::DepthClimb;
using testing::ElementsAre;

namespace {

// Depths visited on E(depth), depth 1 first.
std::vector<int> trace(const std::vector<double>& efficiency, double same = 0.2) {
  DepthClimb climb(same);
  std::vector<int> depths{1};
  while (!climb.ended()) {
    const auto here = std::size_t(depths.back());
    const auto move = climb.next(efficiency.at(here - 1), here < efficiency.size());
    if (move != DepthClimb::Move::stay)
      depths.push_back(depths.back() + (move == DepthClimb::Move::up ? 1 : -1));
  }
  return depths;
}

TEST(DepthClimb, FollowsTheTraceOfThePaper) {
  EXPECT_THAT(trace({0.65, 0.80, 0.87, 0.92, 0.93, 0.93}), ElementsAre(1, 2, 3, 4, 5, 4));
}

TEST(DepthClimb, GoesBackWhenEfficiencyDrops) {
  EXPECT_THAT(trace({0.65, 0.60, 0.99}), ElementsAre(1, 2, 1));
}

TEST(DepthClimb, GoesOnToTheLastDepthThatFits) {
  EXPECT_THAT(trace({0.2, 0.5, 0.8}), ElementsAre(1, 2, 3));
}

TEST(DepthClimb, StopsEarlierIfMoreCountsAsTheSame) {
  EXPECT_THAT(trace({0.65, 0.80, 0.87, 0.92, 0.93, 0.93}, 0.4), ElementsAre(1, 2, 3, 2));
}

TEST(DepthClimb, StaysOnceItHasEnded) {
  DepthClimb climb(0.2);
  EXPECT_EQ(climb.next(0.5, true), DepthClimb::Move::up);
  EXPECT_EQ(climb.next(0.4, true), DepthClimb::Move::back);
  EXPECT_EQ(climb.next(0.1, true), DepthClimb::Move::stay);
}

TEST(CompressionToggle, KeepsTheBetterStateAndTriesAgainAfterThePeriod) {
  CompressionToggle toggle(500);
  EXPECT_EQ(toggle.next(0.7, 100), CompressionToggle::Move::toggle);
  EXPECT_EQ(toggle.next(0.8, 110), CompressionToggle::Move::keep);
  EXPECT_EQ(toggle.rest(110), 490);
  EXPECT_EQ(toggle.next(0.8, 599), CompressionToggle::Move::stay);
  EXPECT_EQ(toggle.next(0.8, 600), CompressionToggle::Move::toggle);
  EXPECT_EQ(toggle.next(0.8, 610), CompressionToggle::Move::undo);
  EXPECT_EQ(toggle.next(0.8, 620), CompressionToggle::Move::stay);
}

}  // namespace
