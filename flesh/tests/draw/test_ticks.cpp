// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <limits>
#include <random>
#include <set>

#include "draw/ticks.hpp"

namespace cardon {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::Ge;
using ::testing::IsEmpty;
using ::testing::Le;
using ::testing::SizeIs;

// An axis of any two numbers has a few ticks within it, whose labels differ.
void expect_drawable(double lower, double upper) {
  SCOPED_TRACE(fmt::format("{} to {}", lower, upper));
  const auto [first, last] = drawable_range(lower, upper);
  ASSERT_TRUE(std::isfinite(last - first) && first < last);
  const Ticks ticks = linear_ticks(first, last, 5);
  ASSERT_THAT(ticks.positions, SizeIs(AllOf(Ge(std::size_t(1)), Le(std::size_t(6)))));
  const double slack = 1e-3 * (last - first);
  EXPECT_GE(ticks.positions.front(), first - slack);
  EXPECT_LE(ticks.positions.back(), last + slack);
  EXPECT_TRUE(std::is_sorted(ticks.positions.begin(), ticks.positions.end()));
  EXPECT_EQ(std::set(ticks.labels.begin(), ticks.labels.end()).size(), ticks.labels.size());
}

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

TEST(Ticks, ConservedQuantitiesShowTheirDrift) {
  const Ticks ticks = linear_ticks(0.125 - 1e-10, 0.125 + 2.1e-10, 4);
  EXPECT_THAT(ticks.labels, ElementsAre("\u22121", "0", "1", "2"));
  EXPECT_EQ(ticks.factor, "\u00d710\u207b\u00b9\u2070 + 0.125");
  EXPECT_EQ(linear_ticks(-1e7 - 1, -1e7, 4).factor, " \u2212 10000000");
}

// Two neighbouring doubles once took all memory.
TEST(Ticks, RangesThatCannotBeShownAreWidened) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const double ends[] = {0, 5e-324,      1e-310, 1e-300,   1e-9,
                         1, 1 + 2.3e-16, 1e308,  infinity, std::nan("")};
  for (double a : ends)
    for (double b : ends)
      for (double sign : {1.0, -1.0}) expect_drawable(sign * a, b);
  std::mt19937_64 random(1);
  for (int n = 0; n < 100000; ++n)
    expect_drawable(std::bit_cast<double>(random()), std::bit_cast<double>(random()));
  std::uniform_real_distribution<double> exponent(-320, 308), gap(-20, 0);
  for (int n = 0; n < 100000; ++n) {
    const double lower = (n % 2 ? 1 : -1) * std::pow(10, exponent(random));
    expect_drawable(lower, lower + std::abs(lower) * std::pow(10, gap(random)));
  }
}

TEST(Ticks, RangesThatCannotBeShownHaveNone) {
  for (const double upper : {1.0, 1 + 2.3e-16, 0.5, std::nan(""), 1e308 * 10})
    EXPECT_THAT(linear_ticks(1, upper, 5).positions, IsEmpty()) << upper;
  EXPECT_THAT(linear_ticks(-1.7e308, 1.7e308, 5).positions, IsEmpty());
  EXPECT_THAT(linear_ticks(0, 1e-320, 5).positions, IsEmpty());
  EXPECT_LE(linear_ticks(0, 1, 1000000).positions.size(), 102u);
}

TEST(Ticks, NumbersInTitlesAreShort) {
  EXPECT_EQ(short_number(0.0254), "0.0254");
  EXPECT_EQ(short_number(-1.25e-8), "\u22121.25\u00d710\u207b\u2078");
}

}  // namespace
}  // namespace cardon
