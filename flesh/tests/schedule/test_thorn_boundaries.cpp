// SPDX-License-Identifier: Apache-2.0
// Boundaries that thorns declare.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "describe/describe_schedule.hpp"
#include "describe/scalar_waits.hpp"
#include "schedule/thorn_boundary.hpp"
#include "toy.hpp"

namespace cardon {
namespace {

using testing::Contains;
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

/// u and v with right-hand sides of two tasks, which the integrator advances one after the other.
TEST(ThornBoundary, FillsOnceInAStageThatAdvancesFieldsInTurn) {
  const ToyBoundary edge{1};
  Toy toy;
  toy.points(16, 16, 1);
  toy.boundary(edge, "edge");
  toy.input.grid.faces[0][0].boundary = "T::wall";
  toy.euler();
  ToyThorn thorn = toy.thorn("T");
  thorn.evolves("u").evolves("v");
  thorn.boundary("wall").reads("u", 1).reads("v", 1).writes("u").writes("v");
  thorn.at(Initial, "first").writes("u").writes("v");
  thorn.at(EvolveRhs, "rate_of_u").reads("v", 1).writes("u", rhs_level);
  thorn.at(EvolveRhs, "rate_of_v").reads("u").writes("v", rhs_level);
  const Program program = toy.build();
  EXPECT_THAT(names(program, program.step),
              ElementsAre("T::rate_of_u [1/1]", "T::rate_of_v [1/1]", "euler of u [1/1]",
                          "euler of v [1/1]", "boundary of T::u, T::v [1/1]"));
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

/// With a state n, an evolved state q and a total of u; "wall" reads all of them.
struct Driven : Walled {
  explicit Driven(Bin reduced) {
    thorn.state("n").state("q", true).scalar("total");
    thorn.boundary("driven")
        .reads_scalar("n")
        .reads_scalar("q")
        .reads_scalar("total")
        .reads_scalar("total", 3)
        .writes("u")
        .writes("v");
    for (int side = 0; side < 2; ++side) input.grid.faces[0][side].boundary = "T::driven";
    thorn.at(Initial, "first").writes("u").writes("v");
    thorn.at(Initial, "set").sets("n").sets("q");
    thorn.at(EvolveRhs, "rate").reads_scalar("q").sets("q", true);
    thorn.at(reduced, "sum").reads("u").reduces("total");
  }
};

TEST(ThornBoundary, ReadsScalarsAsTheyAreWhenItFills) {
  Driven toy(EvolveRhs);
  toy.thorn.at(PostStep, "trim").reads("u").writes("u");
  toy.thorn.at(PostStep, "count").reads_scalar("n").sets("n");
  const Program program = toy.build();
  ASSERT_EQ(program.initial_scalars.size(), 1u);
  EXPECT_LE(program.initial_scalars[0].position, 1u);  // before the task after which it fills
  const auto version = [&](const std::string& fill, std::size_t n) {
    return task(program, fill).reads_scalars.at(n).version;
  };
  EXPECT_EQ(version("boundary of T::u, T::v", 0), 1);        // of Initial
  EXPECT_EQ(version("boundary of T::u, T::v [1/1]", 0), 0);  // n as before the step
  EXPECT_EQ(version("boundary of T::u, T::v [1/1]", 1), 1);  // q as the stage has advanced it
  ASSERT_EQ(task(program, "boundary of T::u, T::v [1/1]").reads_scalars.size(), 4u);
  EXPECT_THAT(describe_schedule(program),
              Contains(HasSubstr("reads n, q, total (all ranks wait), lagged(total, 3)")));
  EXPECT_THAT(scalar_wait_lines(program, Machine{}),
              ElementsAre("  all ranks wait for each other once in a step: before boundary of "
                          "T::u, T::v [1/1]"));
}

TEST(ThornBoundary, DoesNotReadWhatIsReducedLater) {
  Driven toy(PostStep);
  EXPECT_THAT(toy.errors(), HasSubstr("the boundary T::driven reads total before it is reduced"));
  EXPECT_THAT(toy.errors(), HasSubstr("read lagged(total), the value of the step before"));
}

TEST(ThornBoundary, SetsAndReducesNoScalars) {
  for (const bool sets : {false, true}) {
    Walled toy;
    toy.thorn.state("n").scalar("total");
    ToyTask wall = toy.thorn.boundary("giving").writes("u").writes("v");
    if (sets)
      wall.sets("n");
    else
      wall.reduces("total");
    toy.input.grid.faces[0][0].boundary = "T::giving";
    EXPECT_THAT(toy.errors(), HasSubstr(sets ? "the boundary T::giving writes the scalar "
                                             : "the boundary T::giving reduces the scalar "));
  }
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
