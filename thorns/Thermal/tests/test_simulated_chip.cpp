// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>

#include "simulated_chip.hpp"

namespace cardon {
namespace {

/// A rank on a virtual clock whose chip is simulated.
struct RankOnAClock {
  SimulatedChip::Load load;
  double share = 1;
  bool can_slow_down = true;

  SimulatedChip chip(const ChipModel& model = {}) {
    return {model, [this] { return load; },
            [this](double asked) {
              if (can_slow_down) share = asked;
              return can_slow_down;
            }};
  }
  void pass(double seconds, double utilisation) {
    load.passed += seconds;
    load.busy += utilisation * seconds;
  }
};

TEST(SimulatedChip, ApproachesTheTemperatureOfItsPower) {
  RankOnAClock rank;
  auto chip = rank.chip();
  EXPECT_EQ(chip.temperatures(), (std::vector<double>{23}));
  EXPECT_EQ(chip.energy(), 0);
  rank.pass(15, 1);
  EXPECT_NEAR(chip.temperatures()[0], 23 + 0.7 * 52 * (1 - std::exp(-1)), 1e-9);
  EXPECT_DOUBLE_EQ(*chip.energy(), 15 * 52);
  rank.pass(1000, 1);
  EXPECT_NEAR(chip.temperatures()[0], 23 + 0.7 * 52, 1e-9);
  rank.pass(1000, 0.25);
  EXPECT_NEAR(chip.temperatures()[0], 23 + 0.7 * (8 + 11), 1e-9);
  rank.pass(1000, 0);
  EXPECT_NEAR(chip.temperatures()[0], 23 + 0.7 * 8, 1e-9) << "an idle chip uses 8 W";
}

TEST(SimulatedChip, DoesNotDependOnTheNumberOfReadings) {
  RankOnAClock one, many;
  const ChipModel hot{.room = 30, .resistance = ChipModel::hot_resistance, .time_constant = 4};
  auto seldom = one.chip(hot), often = many.chip(hot);
  one.pass(3, 0.8);
  for (int n = 0; n < 300; ++n) {
    many.pass(0.01, 0.8);
    often.temperatures();
  }
  EXPECT_NEAR(seldom.temperatures()[0], often.temperatures()[0], 1e-9);
  EXPECT_NEAR(*seldom.energy(), *often.energy(), 1e-9);
}

TEST(SimulatedChip, IsCoolerAndSlowerBelowALimit) {
  RankOnAClock rank;
  auto chip = rank.chip();
  ASSERT_EQ(chip.frequencies().size(), 7u);
  EXPECT_EQ(chip.frequencies().front(), 1.6e9);
  EXPECT_EQ(chip.frequencies().back(), 2.53e9);
  EXPECT_TRUE(chip.limit_to(0));
  EXPECT_DOUBLE_EQ(rank.share, 1.6 / 2.53);
  rank.pass(1000, 1);
  EXPECT_NEAR(chip.temperatures()[0], 23 + 0.7 * (8 + 44 * std::pow(1.6 / 2.53, 3)), 1e-9);
  EXPECT_TRUE(chip.limit_to(6));
  EXPECT_EQ(rank.share, 1);
}

TEST(SimulatedChip, KeepsItsFrequencyWhereTheRankCannotBeSlowedDown) {
  RankOnAClock rank{.can_slow_down = false};
  auto chip = rank.chip();
  EXPECT_FALSE(chip.limit_to(0));
  rank.pass(1000, 1);
  EXPECT_NEAR(chip.temperatures()[0], 23 + 0.7 * 52, 1e-9);
}

}  // namespace
}  // namespace cardon
