// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <random>
#include <set>

#include "grid/pieces.hpp"

using namespace cardon;

namespace {

TEST(PartsOfBox, HoldEachPointOnceInTheOrderOfTheStorage) {
  std::mt19937 random(3);
  const auto number = [&](int lo, int hi) {
    return std::uniform_int_distribution<int>(lo, hi)(random);
  };
  for (int round = 0; round < 300; ++round) {
    Box box;
    for (std::size_t d = 0; d < 3; ++d) {
      box.lo[d] = number(-3, 3);
      box.hi[d] = box.lo[d] + number(1, 9);
    }
    const int wanted = number(1, 20);
    const std::vector<Box> parts = parts_of_box(box, wanted);
    ASSERT_LE(int(parts.size()), wanted);
    std::set<std::array<int, 3>> seen;
    long points = 0;
    std::pair<int, int> before{-100, -100};
    for (const Box& part : parts) {
      ASSERT_FALSE(part.empty());
      ASSERT_EQ(part.lo[0], box.lo[0]);
      ASSERT_EQ(part.hi[0], box.hi[0]);
      const std::pair<int, int> first{part.lo[2], part.lo[1]};
      ASSERT_LT(before, first);
      before = first;
      points += part.points();
      for (int k = part.lo[2]; k < part.hi[2]; ++k)
        for (int j = part.lo[1]; j < part.hi[1]; ++j)
          for (int i = part.lo[0]; i < part.hi[0]; ++i) seen.insert({i, j, k});
    }
    ASSERT_EQ(points, box.points());
    ASSERT_EQ(long(seen.size()), box.points());
  }
}

TEST(PartsOfBox, AreManyWhereThereAreFewPlanes) {
  EXPECT_EQ(parts_of_box({{0, 0, 0}, {64, 64, 64}}, 8).size(), 8U);
  EXPECT_EQ(parts_of_box({{0, 0, 0}, {64, 64, 2}}, 8).size(), 8U);
  EXPECT_EQ(parts_of_box({{0, 0, 0}, {64, 64, 1}}, 8).size(), 8U);
  EXPECT_EQ(parts_of_box({{0, 0, 0}, {64, 1, 1}}, 8).size(), 1U);
}

}  // namespace
