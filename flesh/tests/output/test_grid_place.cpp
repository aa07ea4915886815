// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cardon/kit/grid_place.hpp>

namespace cardon {
namespace {

Grid vertices() {
  Grid grid;
  grid.points = {5, 4, 1};
  grid.dimensions = 2;
  grid.lower = grid.origin = {0, 0, 0};
  grid.upper = {2, 2, 0};
  grid.spacing = {0.5, 0.5, 0};
  grid.periodic[0] = false;
  return grid;
}

TEST(GridPlace, TakesTheNearestPoint) {
  const Grid grid = vertices();
  const Location nowhere;
  EXPECT_EQ(index_at(grid, 0, 0.24, nowhere), 0);
  EXPECT_EQ(index_at(grid, 0, 0.26, nowhere), 1);
  EXPECT_EQ(index_at(grid, 0, 2.0, nowhere), 4);
  EXPECT_EQ(index_at(grid, 1, 2.0, nowhere), 0)
      << "the far end of a periodic domain is its beginning";
  EXPECT_EQ(middle_index(grid, 0), 2);
  EXPECT_EQ(middle_index(grid, 2), 0);
}

TEST(GridPlace, CellCentredPointsDoNotReachTheFaces) {
  Grid grid = vertices();
  grid.points = {4, 4, 1};
  grid.origin.x = 0.25;
  EXPECT_EQ(index_at(grid, 0, 0.0, Location{}), 0);
  EXPECT_EQ(index_at(grid, 0, 2.0, Location{}), 3);
}

TEST(GridPlace, PlacesOutsideAreErrorsWithTheRangeAllowed) {
  const Grid grid = vertices();
  const Location where{.file = "a.yaml", .line = 3, .column = 5};
  try {
    index_at(grid, 0, 2.5, where);
    FAIL();
  } catch (const Error& error) {
    const Problem& problem = error.problems().front();
    EXPECT_EQ(problem.slug, "output/outside-domain");
    EXPECT_EQ(problem.message, "x = 2.5 m is outside the domain");
    EXPECT_EQ(problem.notes.front(), "the domain reaches from 0 to 2 m in x");
    EXPECT_EQ(problem.where.line, 3);
  }
  EXPECT_EQ(index_at(grid, 1, 3L, where), 3);
  EXPECT_THROW(index_at(grid, 1, 4L, where), Error);
  EXPECT_THROW(index_at(grid, 1, -1L, where), Error);
}

}  // namespace
}  // namespace cardon
