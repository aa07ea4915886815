// SPDX-License-Identifier: Apache-2.0
// Tiles of twice the rows, for a fast last-level cache.
#include <gtest/gtest.h>

#include <cardon/kit/tiles/tile_choice.hpp>
#include <vector>

#include "example_segments.hpp"

namespace cardon {
namespace {

TEST(WideTiles, AreKeptWhereTheyAreFaster) {
  SegmentFacts facts = leapfrog(8);
  facts.window = 9;
  for (const double wide : {0.7, 0.9}) {
    TileChoice choice({}, cube(256));
    const std::vector<TileShape> shapes = choice.shapes(facts);
    ASSERT_EQ(shapes.size(), 2u);
    ASSERT_GT(shapes[1].rows, shapes[0].rows);
    for (int n = 0; n < 30; ++n) {
      const TileShape shape = choice.shape(facts);
      choice.took(facts, shape, (shape.rows == 0 ? 1 : shape == shapes[1] ? wide : 0.8) * 8);
    }
    EXPECT_EQ(choice.shape(facts), shapes[wide < 0.8 ? 1 : 0]) << wide;
  }
}

TEST(WideTiles, LongerSegmentsHaveRowsLikeTheBestOnes) {
  const auto of_order_4 = [](int steps) {
    const int span = 2 * (steps - 1);
    return SegmentFacts{steps, 2, {0, span, span}, {2, 2, 2}, {0, 256, 256}, true, false, 7};
  };
  TileRoom room = cube(256);
  room.share = 14 * mib;
  TileChoice choice({}, room);
  choice.know(of_order_4(1), of_order_4(2));
  while (!choice.decided()) {
    const SegmentFacts facts = of_order_4(choice.steps());
    const TileShape shape = choice.shape(facts);
    const bool is_best = facts.instances == 8 && shape == choice.shapes(facts).back();
    choice.took(facts, shape, (shape.rows == 0 ? 1 : is_best ? 0.5 : 0.8) * facts.instances);
  }
  const int best_rows = choice.shape(of_order_4(8)).rows;
  ASSERT_EQ(best_rows, choice.shapes(of_order_4(8)).back().rows);
  ASSERT_GT(best_rows, choice.shapes(of_order_4(8)).front().rows);
  // There is no room for twice the rows of 12 steps, and the last of their shapes is narrow.
  ASSERT_EQ(choice.shapes(of_order_4(12)).back().rows, 16);
  EXPECT_EQ(choice.shape(of_order_4(12)), choice.shapes(of_order_4(12)).front());
}

}  // namespace
}  // namespace cardon
