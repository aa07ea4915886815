// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <random>

#include "grid/pieces.hpp"

namespace cardon {
namespace {

class Dice {
 public:
  int number(int low, int high) { return low + int(random_() % unsigned(high - low + 1)); }
  Box box(int dimensions) {
    Box box{{0, 0, 0}, {1, 1, 1}};
    for (int d = 0; d < dimensions; ++d) {
      box.lo[std::size_t(d)] = number(-3, 5);
      box.hi[std::size_t(d)] = box.lo[std::size_t(d)] + number(1, 40);
    }
    return box;
  }
  TeamShape shape(int dimensions) {
    TeamShape shape;
    shape.dimensions = dimensions;
    shape.slabs = number(1, 5);
    shape.rounds = number(0, 6);
    shape.parts = number(1, 5);
    shape.max_planes = number(0, 50);
    for (int d = 0; d < dimensions; ++d) shape.min_planes[std::size_t(d)] = number(1, 4);
    return shape;
  }

 private:
  std::mt19937 random_{42};
};

bool disjoint(const Box& a, const Box& b) { return intersect(a, b).empty(); }

TEST(TeamParts, TogetherAreTheBoxAndNoneIsTooThin) {
  Dice dice;
  for (int n = 0; n < 2000; ++n) {
    const int dimensions = dice.number(1, 3);
    const Box box = dice.box(dimensions);
    const TeamShape shape = dice.shape(dimensions);
    const TeamParts cut = team_parts(box, shape);
    long points = 0;
    for (std::size_t a = 0; a < cut.parts.size(); ++a) {
      const Box& part = cut.parts[a];
      points += part.points();
      EXPECT_TRUE(box.contains(part));
      EXPECT_EQ(part.extent(0), box.extent(0));
      for (int d = 1; d < dimensions; ++d)
        EXPECT_GE(part.extent(d), std::min(box.extent(d), shape.min_planes[std::size_t(d)]));
      for (std::size_t b = 0; b < a; ++b) EXPECT_TRUE(disjoint(part, cut.parts[b]));
    }
    EXPECT_EQ(points, box.points());
    ASSERT_FALSE(cut.rounds.empty());
    EXPECT_EQ(cut.rounds.back(), cut.parts.size());
    EXPECT_LE(int(cut.rounds.size()), std::max(shape.rounds, 1));
  }
}

// A thread computes the same planes in every task, whatever the number of rounds and parts.
TEST(TeamParts, EveryRoundHasPlanesOfEachSlab) {
  const Box box{{0, 0, 0}, {64, 64, 60}};
  for (const int rounds : {1, 3, 5}) {
    const TeamParts cut =
        team_parts(box, {.slabs = 4, .rounds = rounds, .parts = 5, .max_planes = 2});
    EXPECT_EQ(int(cut.rounds.size()), rounds);
    std::size_t begin = 0;
    for (const std::size_t end : cut.rounds) {
      ASSERT_EQ((end - begin) % 4, 0U);
      const std::size_t each = (end - begin) / 4;
      for (std::size_t n = begin; n < end; ++n) {
        EXPECT_EQ(cut.parts[n].lo[2] / 15, int((n - begin) / each));
        EXPECT_LE(cut.parts[n].extent(2), 2);
      }
      begin = end;
    }
  }
}

TEST(TeamParts, AThinBoxIsCutAcross) {
  const TeamParts cut = team_parts({{0, 0, 0}, {64, 64, 2}}, {.slabs = 4, .min_planes = {1, 1, 2}});
  EXPECT_EQ(cut.parts.size(), 4U);
  EXPECT_EQ(cut.parts.front().extent(1), 16);
}

TEST(TeamParts, RowsAreNeverCut) {
  EXPECT_EQ(team_parts({{0, 0, 0}, {64, 1, 1}}, {.dimensions = 1, .slabs = 4}).parts.size(), 1U);
  EXPECT_TRUE(team_parts({{0, 0, 0}, {64, 0, 1}}, {.slabs = 4}).parts.empty());
}

}  // namespace
}  // namespace cardon
