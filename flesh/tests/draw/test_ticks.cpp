// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "draw/ticks.hpp"

namespace cardon {
namespace {

using ::testing::DoubleEq;
using ::testing::ElementsAre;

TEST(Ticks, StandAtRoundNumbers) {
  const Ticks ticks = linear_ticks(-1, 1, 5);
  EXPECT_THAT(ticks.positions, ElementsAre(-1, -0.5, 0, 0.5, 1));
  EXPECT_THAT(ticks.labels, ElementsAre("\u22121.0", "\u22120.5", "0.0", "0.5", "1.0"));
  EXPECT_EQ(ticks.factor, "");
}

TEST(Ticks, SmallAndLargeNumbersShareAPowerOfTen) {
  const Ticks small = linear_ticks(0, 4e-7, 4);
  EXPECT_THAT(small.labels, ElementsAre("0", "1", "2", "3", "4"));
  EXPECT_EQ(small.factor, "\u00d710\u207b\u2077");
  EXPECT_EQ(linear_ticks(0, 2.5e6, 5).factor, "\u00d710\u2076");
}

TEST(Ticks, NarrowRangesKeepEnoughDigitsToDiffer) {
  EXPECT_THAT(linear_ticks(1, 1.0004, 4).labels,
              ElementsAre("1.0000", "1.0001", "1.0002", "1.0003", "1.0004"));
}

TEST(Ticks, LogarithmicOnesAreWholePowers) {
  const Ticks ticks = logarithmic_ticks(2e-4, 30, 10);
  EXPECT_THAT(ticks.positions, ElementsAre(DoubleEq(1e-3), DoubleEq(1e-2), DoubleEq(0.1),
                                           DoubleEq(1), DoubleEq(10)));
  EXPECT_EQ(ticks.labels.front(), "10\u207b\u00b3");
  EXPECT_EQ(logarithmic_ticks(1e-20, 1, 5).positions.size(), 5u);
}

TEST(Ticks, NumbersInTitlesAreShort) {
  EXPECT_EQ(short_number(0.0254), "0.0254");
  EXPECT_EQ(short_number(-1.25e-8), "\u22121.25\u00d710\u207b\u2078");
}

}  // namespace
}  // namespace cardon
