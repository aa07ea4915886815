// SPDX-License-Identifier: Apache-2.0
// Boundaries that thorns declare.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "schedule/thorn_boundary.hpp"
#include "toy.hpp"

namespace cardon {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// u and v, which "T::wall" fills together from what it reads of a, at all faces of x; "edge" is a
/// service at those of y.
struct Walled : Toy {
  Walled() : thorn(Toy::thorn("T")) {
    points(16, 16, 1);
    boundary(edge, "edge");
    for (int side = 0; side < 2; ++side) input.grid.faces[0][side].boundary = "T::wall";
    euler();
    thorn.evolves("u").evolves("v").auxiliary("a");
    thorn.boundary("wall").reads("u", 2).reads("v", 1).reads("a").writes("u").writes("v");
    thorn.at(Initial, "fill_a").writes("a");
    thorn.at(EvolveRhs, "rhs")
        .reads("u", 1)
        .reads("v", 1)
        .writes("u", rhs_level)
        .writes("v", rhs_level);
  }
  ToyBoundary edge{1};
  ToyThorn thorn;
};

TEST(ThornBoundary, FillsFieldsTogetherOnceAllAreWritten) {
  Walled toy;
  toy.thorn.at(Initial, "first").writes("u");
  toy.thorn.at(Initial, "second").reads("u").writes("v");
  toy.thorn.at(PostStep, "trim").reads("v").writes("v");
  const Program program = toy.build();
  EXPECT_THAT(names(program, program.initial),
              ElementsAre("T::fill_a", "T::first", "T::second", "boundary of T::u, T::v"));
  EXPECT_THAT(names(program, program.step),
              ElementsAre("T::rhs [1/1]", "euler [1/1]", "boundary of T::u, T::v [1/1]", "T::trim",
                          "boundary of T::u, T::v"));
  ASSERT_EQ(program.face_tasks.size(), 1u);
  EXPECT_EQ(program.face_task[0][1], 0);
  EXPECT_EQ(program.face_task[1][0], -1);
  const Task& fill = task(program, "boundary of T::u, T::v");
  EXPECT_TRUE(fill.faces[0][0] && fill.faces[1][1]);
  EXPECT_EQ(fill.bindings.back().field, field(program, "a").id);
  for (const Binding& b : fill.bindings) EXPECT_EQ(b.radius, (Index3{0, 0, 0}));
}

TEST(ThornBoundary, WaitsForNobodyWhoNeverWrites) {
  Walled toy;
  toy.thorn.at(Initial, "first").writes("u");
  EXPECT_THAT(toy.errors(), HasSubstr("T::first writes u, but no boundary can fill its faces"));
}

TEST(ThornBoundary, IsNotReadBeforeItHasFilled) {
  Walled toy;
  toy.thorn.at(Initial, "first").writes("u");
  toy.thorn.at(Initial, "second").reads("u", 1).writes("v");
  EXPECT_THAT(toy.errors(), HasSubstr("T::second reads u at faces that are not filled yet"));
}

TEST(ThornBoundary, SeesTheLevelThatItFills) {
  Walled toy;
  toy.thorn.boundary("old").reads("u", 0, rhs_level).writes("u");
  toy.thorn.boundary("bare").writes("a");
  toy.input.grid.faces[0][0].boundary = "T::old";
  EXPECT_THAT(toy.errors(), HasSubstr("the boundary T::old reads rhs(u)"));
}

TEST(ThornBoundary, FillsFieldsWithTheSameLevels) {
  Walled toy;
  toy.thorn.evolves("w", 1).boundary("mixed").writes("u").writes("v").writes("w");
  toy.thorn.at(Initial, "first").writes("u").writes("v").writes("w").writes("w", 1);
  toy.thorn.at(Evolve, "step").reads("w", 1).writes("w", next_level);
  toy.input.grid.faces[0][0].boundary = "T::mixed";
  EXPECT_THAT(toy.errors(), HasSubstr("T::mixed fills u and w, which have different time levels"));
}

TEST(ThornBoundary, StandsForThePointsOfVertexCentredFaces) {
  TaskDeclaration wall;
  wall.reads.push_back({"u", 0, {3, 1, 0}});
  const ThornBoundary boundary(wall);
  Grid grid;
  EXPECT_EQ(boundary.owned_layers(grid, 0, true, 2), 1);
  grid.centring = Centring::cell;
  EXPECT_EQ(boundary.owned_layers(grid, 0, true, 2), 0);
  EXPECT_EQ(boundary.reach(2), 3);
}

}  // namespace
}  // namespace cardon
