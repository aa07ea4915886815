// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cardon/kit/tiles/tile_choice.hpp>
#include <vector>

#include "example_segments.hpp"

namespace cardon {
namespace {

/// Steps of leapfrog with this radius, of which each touches so many planes.
SegmentFacts touching(int window, int steps = 4, int radius = 1) {
  SegmentFacts facts = leapfrog(steps);
  facts.span = {0, radius * (steps - 1), radius * (steps - 1)};
  facts.reach = {radius, radius, radius};
  facts.window = window;
  return facts;
}

// Rows of 2 KiB: what one operation reads around a plane fits half of the second level.
TEST(TileSizes, WhatAnOperationReadsAroundAPlaneStaysInTheSecondLevel) {
  const TileChoice choice({}, cube(256));
  EXPECT_EQ(choice.fitting(touching(1)).rows, 256);
  EXPECT_EQ(choice.fitting(touching(4)).rows, 64);
  EXPECT_EQ(choice.fitting(touching(6)).rows, 37);  // of 42, in equal parts
  EXPECT_EQ(choice.fitting(touching(100)).rows, 16);
  // But tiles are no narrower than the lag.
  EXPECT_EQ(choice.fitting(touching(100, 13, 2)).rows, 24);
  for (const int window : {2, 4, 6, 8})
    EXPECT_LE(window * choice.fitting(touching(window)).rows * 2048, int(mib / 2)) << window;
  TileRoom large = cube(256);
  large.second_level = 2 * mib;
  EXPECT_EQ(TileChoice({}, large).fitting(touching(4)).rows, 128);
  TileChoice run({}, cube(256));
  run.know(touching(4, 1), touching(4, 2));
  EXPECT_EQ(run.shape(touching(4, run.steps())).rows, 64);
}

// A level that is read around a point and one that is overwritten there, of which the task reads
// the old values by another name.
TEST(TileSizes, AnOperationTouchesEachArrayOnce) {
  const TileAccess around{0, true, false, {1, 2, 3}, {1, 2, 4}, {}};
  const TileAccess old{1, true, false, {}, {}, {}}, overwritten{1, false, true, {}, {}, {}};
  EXPECT_EQ(touched_planes({{around}, {}}, 2), 8);
  EXPECT_EQ(touched_planes({{old, overwritten}, {}}, 2), 1);
  EXPECT_EQ(touched_planes({{old, around, overwritten}, {}}, 2), 9);
  EXPECT_EQ(touched_planes({{old, around, overwritten}, {}}, 1), 6);
}

TEST(TileSizes, ATileHasAsManyPlanesAsAnOperationReadsAroundThem) {
  const TileChoice choice({}, cube(256));
  EXPECT_EQ(choice.fitting(touching(4, 4, 0)).planes, 1);
  EXPECT_EQ(choice.fitting(touching(4, 4, 1)).planes, 2);
  EXPECT_EQ(choice.fitting(touching(6, 4, 2)).planes, 4);
}

// By hand they are cut even where they do not fit.
TEST(TileSizes, TilesByHandAreNarrowWhereNoneFit) {
  const TileChoice choice({TileSettings::Mode::by_hand, 1}, cube(256));
  EXPECT_EQ(choice.shape(many_arrays(1)).rows, 16);
  EXPECT_EQ(choice.shape(many_arrays(1)).planes, 2);
  TileRoom plane = cube(256);
  plane.dimensions = 2;
  plane.array_bytes = std::size_t{1} << 30;
  EXPECT_EQ(TileChoice({TileSettings::Mode::by_hand, 1}, plane).shape(many_arrays(1)).rows, 16);
}

TEST(TileSizes, TilesWithFacesHaveMorePlanesWhereThePlanesAreSmall) {
  const auto planes = [](int points, bool fills_faces) {
    SegmentFacts facts = leapfrog(4);
    facts.fills_faces = fills_faces;
    return TileChoice({}, cube(points)).fitting(facts).planes;
  };
  EXPECT_EQ(planes(64, false), 2);
  EXPECT_EQ(planes(64, true), 4);
  EXPECT_EQ(planes(128, true), 2);
  EXPECT_EQ(planes(256, true), 2);
  EXPECT_EQ(planes(24, false), 7);
  EXPECT_EQ(planes(24, true), 7);
}

std::vector<int> rows_tried(const TileRoom& room, const SegmentFacts& facts) {
  std::vector<int> rows;
  for (const TileShape& shape : TileChoice({}, room).shapes(facts)) rows.push_back(shape.rows);
  return rows;
}

TEST(TileSizes, NarrowTilesAreOfLessThanHalfTheRowsAndOfPlanes) {
  EXPECT_EQ(rows_tried(cube(256), leapfrog(8)), (std::vector{128, 16}));
  TileRoom plane = cube(256);
  plane.dimensions = 2;
  EXPECT_EQ(rows_tried(plane, leapfrog(2)).size(), 1u);
  TileRoom flat = cube(256);
  flat.points[1] = 24;
  EXPECT_EQ(rows_tried(flat, leapfrog(2)), std::vector{24});
}

TEST(TileSizes, TilesThatFitHalfTheSecondLevelAreTriedWhereTheyAreNotNarrow) {
  TileRoom room = cube(256);
  EXPECT_EQ(rows_tried(room, leapfrog(4)), (std::vector{256, 16}));  // 18 are nearly as few
  room.second_level = 2 * mib;
  EXPECT_EQ(rows_tried(room, leapfrog(4)), (std::vector{256, 32, 16}));
  EXPECT_EQ(rows_tried(room, leapfrog(8)), (std::vector{128, 22, 16}));
  for (const int steps : {2, 4, 8}) {
    const TileChoice choice({}, room);
    EXPECT_LE(choice.working_set(leapfrog(steps), choice.shapes(leapfrog(steps))[1]), mib) << steps;
  }
}

/// A task touches nine planes, 28 rows of which take half of the second level. A tile has 16
/// planes of eight arrays: 4 rows take 1 MiB.
SegmentFacts stages() { return {8, 8, {0, 8, 8}, {2, 2, 2}, {0, 264, 264}, true, false, 9}; }

TEST(TileSizes, TwiceTheRowsAreTriedWhereTheLastLevelHasRoom) {
  TileRoom room = cube(256);
  EXPECT_EQ(rows_tried(room, stages()), (std::vector{26, 37}));  // in equal parts
  room.share = 24 * mib;
  EXPECT_EQ(rows_tried(room, stages()), (std::vector{26}));  // 32 are hardly more
  // For threads, columns stay a multiple of these.
  room.share = 32 * mib;
  room.threads = 4;
  EXPECT_EQ(rows_tried(room, stages()), (std::vector{22, 33}));
}

TEST(TileSizes, ThreadsGetTheSameNumberOfColumns) {
  for (const int threads : {2, 3, 4}) {
    TileRoom room = cube(256);
    room.threads = threads;
    room.share = 32 * mib / std::size_t(threads);
    const TileChoice choice({}, room);
    for (const int steps : {2, 4, 8, 16}) {
      const SegmentFacts facts = leapfrog(steps);
      const TileShape shape = choice.fitting(facts);
      ASSERT_GT(shape.rows, 0);
      const int columns = (facts.extent[1] + shape.rows - 1) / shape.rows;
      EXPECT_EQ(columns % threads, 0) << threads << " threads, " << steps << " steps";
      EXPECT_LE(choice.working_set(facts, shape), room.share / 3);
    }
  }
}

TEST(TileSizes, TheWorkingSetFitsAThirdOfTheShare) {
  const TileChoice choice({}, cube(256));
  for (const int steps : {2, 4, 8, 16}) {
    const TileShape shape = choice.fitting(leapfrog(steps));
    EXPECT_GT(shape.rows, 0);
    EXPECT_LE(choice.working_set(leapfrog(steps), shape), 32 * mib / 3);
  }
  EXPECT_EQ(choice.fitting(leapfrog(7)).rows, 256);  // 10 of 10.7 MiB
  EXPECT_EQ(choice.fitting(leapfrog(8)).rows, 128);
  EXPECT_EQ(choice.fitting(leapfrog(16)).rows, 128);
  EXPECT_EQ(choice.fitting(leapfrog(200)).rows, 0);
}

}  // namespace
}  // namespace cardon
