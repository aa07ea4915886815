// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cardon/kit/finite.hpp>
#include <cmath>
#include <limits>
#include <vector>

namespace cardon {
namespace {

using Limits = std::numeric_limits<double>;
constexpr double bad_values[] = {Limits::quiet_NaN(), Limits::signaling_NaN(), Limits::infinity(),
                                 -Limits::infinity()};

TEST(Finite, OrderIsXFastest) {
  EXPECT_TRUE(precedes({9, 0, 0}, {0, 1, 0}));
  EXPECT_TRUE(precedes({9, 9, 0}, {0, 0, 1}));
  EXPECT_TRUE(precedes({1, 1, 1}, {2, 1, 1}));
  EXPECT_FALSE(precedes({1, 1, 1}, {1, 1, 1}));
  EXPECT_FALSE(precedes({0, 2, 0}, {5, 1, 0}));
}

TEST(Finite, ExtremeButFiniteValuesPass) {
  const std::vector<double> row{
      Limits::max(), -Limits::max(), Limits::denorm_min(), -0.0, 0.0, -Limits::min(), 1.0,
      -2.0,          1e300};
  EXPECT_TRUE(row_is_finite(row.data(), row.size()));
  EXPECT_TRUE(row_is_finite(row.data(), 0));
}

TEST(Finite, EveryPositionOfEveryLengthIsSeen) {
  for (const double bad : bad_values) {
    for (std::size_t count = 1; count <= 40; ++count) {
      for (std::size_t at = 0; at < count; ++at) {
        std::vector<double> row(count, -1.5);
        row[at] = bad;
        EXPECT_FALSE(row_is_finite(row.data(), count)) << at << " of " << count;
        EXPECT_TRUE(row_is_finite(row.data(), at));
      }
    }
  }
}

// A block of 6 x 5 x 4 values with the box inside, so that padding and ghosts surround it.
class FindNotFinite : public testing::Test {
 protected:
  double& at(int x, int y, int z) { return data_[std::size_t((z - 20) * 30 + (y - 10) * 6 + x)]; }
  std::optional<NotFinite> find() { return find_not_finite(&at(1, 11, 21), box_, 6, 30); }

  std::vector<double> data_ = std::vector<double>(120, 0.5);
  Box box_{{1, 11, 21}, {5, 14, 23}};
};

TEST_F(FindNotFinite, NothingInAGoodBox) {
  EXPECT_FALSE(find());
  for (double& v : data_) v = Limits::quiet_NaN();
  for (int z = 21; z < 23; ++z) {
    for (int y = 11; y < 14; ++y) {
      for (int x = 1; x < 5; ++x) at(x, y, z) = 1;
    }
  }
  EXPECT_FALSE(find()) << "points outside the box do not count";
}

TEST_F(FindNotFinite, FirstIndexAndItsValue) {
  at(1, 11, 22) = -Limits::infinity();
  ASSERT_TRUE(find());
  EXPECT_EQ(find()->index, (Index3{1, 11, 22}));
  EXPECT_EQ(find()->value, -Limits::infinity());
  at(4, 13, 21) = Limits::quiet_NaN();
  EXPECT_EQ(find()->index, (Index3{4, 13, 21}));
  EXPECT_TRUE(std::isnan(find()->value));
  at(2, 13, 21) = Limits::infinity();
  EXPECT_EQ(find()->index, (Index3{2, 13, 21}));
}

TEST_F(FindNotFinite, EmptyBoxHasNone) {
  at(1, 11, 21) = Limits::quiet_NaN();
  box_.hi[1] = 11;
  EXPECT_FALSE(find());
}

}  // namespace
}  // namespace cardon
