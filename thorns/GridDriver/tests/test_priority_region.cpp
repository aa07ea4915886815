// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cardon/thorn/error.hpp>

#include "experiment.hpp"
#include "priority_region.hpp"

namespace cardon::test {
namespace {

// Points have a distance of 0.5; the first one is at (-1.25, -2.5, -3.75).
Box region(const std::string& text) {
  const Case the_case({.points = {6, 6, 24}, .driver = "{priority_region: " + text + "}"});
  return grid_driver::read_priority_region(*the_case.parameters, the_case.program.grid);
}

TEST(PriorityRegion, HasThePointsBetweenItsCoordinates) {
  EXPECT_EQ(region("[[-1.25, -0.25], [-2.4, -1.1], [-100, 100]]"), (Box{{0, 1, 0}, {3, 3, 24}}));
  const Case none(Experiment{});
  EXPECT_TRUE(grid_driver::read_priority_region(*none.parameters, none.program.grid).empty());
}

TEST(PriorityRegion, WhatIsNoRegionIsAnError) {
  for (const char* text : {"3", "[[0, 1], [0, 1]]", "[0, 1, 2]", "[[0, 1], [0, 1], [2, 1]]",
                           "[[0, 1], [0, 1], [0, 1, 2]]", "[[0, 1], [0, 1], [0, x]]"})
    EXPECT_THROW(region(text), Error) << text;
}

Problem problem_of(const std::string& text, Index3 points = {6, 6, 24}) {
  const Case the_case({.points = points, .driver = "{priority_region: " + text + "}"});
  try {
    grid_driver::read_priority_region(*the_case.parameters, the_case.program.grid);
  } catch (const Error& error) {
    return error.problems().front();
  }
  return {};
}

TEST(PriorityRegion, ErrorsSayWhatIsExpected) {
  const Problem inverted = problem_of("[[0, 1], [0, 1], [2, 1.5]]");
  EXPECT_EQ(inverted.message,
            "driver.priority_region: the pair [2, 1.5] of z has the upper coordinate first");
  EXPECT_EQ(inverted.help, "write [1.5, 2]");
  const Problem few = problem_of("[[0, 1], [0, 1]]");
  EXPECT_EQ(few.message,
            "driver.priority_region is [[0, 1], [0, 1]], where 3 pairs of coordinates are "
            "expected, the lower one first");
  EXPECT_EQ(few.help, "for example [[0, 0.5], [0, 1], [0, 1]] on a grid with 3 directions");
}

TEST(PriorityRegion, WithoutAPointIsAnError) {
  for (const char* text : {"[[50, 51], [-9, 9], [-9, 9]]",         // beside the domain
                           "[[-1.2, -1.1], [-9, 9], [-9, 9]]"}) {  // between two points
    try {
      region(text);
      ADD_FAILURE() << text;
    } catch (const Error& error) {
      const Problem& problem = error.problems().front();
      EXPECT_EQ(problem.slug, "driver/priority-region");
      EXPECT_EQ(problem.message, "driver.priority_region contains no point of the grid");
      EXPECT_EQ(problem.notes.size(), 3u);
    }
  }
}

}  // namespace
}  // namespace cardon::test
