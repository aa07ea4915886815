// SPDX-License-Identifier: Apache-2.0
// What happens at the faces of the domain, and grids that are too small.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "toy.hpp"

namespace cardon {
namespace {

using testing::ElementsAre;

TEST(Radiation, FillsRightHandSidesWhichThenAdvanceBoundaryPoints) {
  Toy toy;
  const ToyBoundary radiative(2, true), flat(1);
  toy.boundary(radiative, "radiative");
  toy.input.faces[1][0] = toy.input.faces[1][1] = &flat;
  toy.euler();
  ToyThorn thorn = toy.thorn("T");
  thorn.evolves("u").radiates("u", "1.5");
  thorn.at(Initial, "start").writes("u");
  thorn.at(EvolveRhs, "rhs").reads("u", 2).writes("u", rhs_level);
  const Program program = toy.build();
  EXPECT_THAT(names(program, program.step),
              ElementsAre("T::rhs [1/1]", "boundary of rhs(T::u) [1/1]", "euler [1/1]",
                          "boundary of T::u [1/1]"));
  EXPECT_EQ(field(program, "u").wave_speed, 1.5);
  const Task& rates = task(program, "boundary of rhs(T::u) [1/1]");
  EXPECT_THAT(rates.rates, ElementsAre(field(program, "u.rhs").id));
  EXPECT_TRUE(rates.faces[0][0] && rates.faces[2][1]);
  EXPECT_FALSE(rates.faces[1][0]);
  EXPECT_EQ(rates.bindings[0].radius, (Index3{1, 1, 1}));
  const Task& values = task(program, "boundary of T::u [1/1]");
  EXPECT_FALSE(values.faces[0][0]);
  EXPECT_TRUE(values.faces[1][0]);
  EXPECT_EQ(task(program, "T::rhs [1/1]").region, Region::interior);
  EXPECT_EQ(task(program, "euler [1/1]").region, Region::integrated);
  EXPECT_EQ(points_of(program.grid, Region::integrated), (Box{{0, 1, 0}, {16, 15, 16}}));
}

TEST(Radiation, PowersAreNotNegative) {
  Toy toy;
  toy.thorn("T").auxiliary("psi").radiates("psi", "1", 0, -2);
  EXPECT_EQ(toy.problems()[0].message, "T declares that psi falls off as 1 / r^(-2)");
}

TEST(Radiation, NeedsASpeed) {
  static constexpr Parameter speed{"speed", 1.0, "Wave speed"};
  Toy toy;
  const ToyBoundary radiative(1, true);
  toy.points(16, 1, 1);
  toy.boundary(radiative, "radiative");
  ToyThorn thorn = toy.thorn("T");
  thorn.parameter(declare(speed)).evolves("u").evolves("v").radiates("v", "speed");
  toy.value("speed", Real{0});
  thorn.at(Initial, "start").writes("u").writes("v");
  thorn.at(Evolve, "step")
      .reads("u", 1)
      .reads("v", 1)
      .writes("u", next_level)
      .writes("v", next_level);
  EXPECT_EQ(toy.errors(),
            "error: T::u does not declare how it radiates                                "
            "[schedule/radiation]\n"
            "   faces: x- (radiative) and x+ (radiative)\n"
            "   help: declare thorn.radiates(u, speed), or choose another grid.boundary\n"
            "error: T::v radiates with speed 0                                           "
            "[schedule/radiation]\n"
            "   faces: x- (radiative) and x+ (radiative)\n"
            "   help: set T::speed above 0\n");
}

TEST(Radiation, NamesMustExist) {
  static constexpr Parameter speed{"speed", 1.0, "Wave speed"};
  static constexpr Parameter count{"count", 1, "A number"};
  Toy toy;
  ToyThorn thorn = toy.thorn("T");
  thorn.parameter(declare(speed))
      .parameter(declare(count))
      .auxiliary("psi")
      .radiates("pse", "speed")
      .radiates("psi", "count")
      .radiates("psi", "sound");
  EXPECT_EQ(
      toy.errors(),
      "error: T declares that unknown field pse radiates                           "
      "[schedule/radiation]\n"
      "   did you mean psi?\n"
      "   help: correct the name in thorn.radiates()\n"
      "error: T declares that psi radiates with speed count, which is not a real parameter of it  "
      "[schedule/radiation]\n"
      "   help: name a Parameter<Real> of the same thorn in thorn.radiates()\n"
      "error: T declares that psi radiates with speed sound, which is not a parameter of it  "
      "[schedule/radiation]\n"
      "   a parameter that no task takes is declared by thorn.parameters()\n"
      "   help: add sound to thorn.parameters(), or correct the name in thorn.radiates()\n");
}

TEST(Radiation, AWrongSpeedIsReportedOnce) {
  Toy toy;
  const ToyBoundary radiative(1, true);
  toy.points(16, 1, 1);
  toy.boundary(radiative, "radiative");
  ToyThorn thorn = toy.thorn("T");
  thorn.evolves("u").radiates("u", "sped");
  thorn.at(Initial, "start").writes("u");
  thorn.at(Evolve, "step").reads("u", 1).writes("u", next_level);
  ASSERT_EQ(toy.problems().size(), 1u);
  EXPECT_EQ(toy.problems()[0].message,
            "T declares that u radiates with speed sped, which is not a parameter of it");
}

TEST(PlaneVectors, NeedAGridOfAtMostTwoDirections) {
  for (const int directions : {1, 2, 3}) {
    Toy toy;
    toy.points(16, directions > 1 ? 16 : 1, directions > 2 ? 16 : 1);
    ToyThorn thorn = toy.thorn("T");
    thorn.field("w", Role::auxiliary, 0, Tensor::plane_vector);
    thorn.at(Initial, "start").writes("w");
    if (directions < 3) {
      EXPECT_TRUE(toy.problems().empty()) << directions;
      continue;
    }
    ASSERT_EQ(toy.problems().size(), 1u);
    EXPECT_EQ(toy.problems()[0].message,
              "T::w has two components, but the grid has three directions");
  }
}

TEST(Faces, InitialTasksWithAStencilLeaveRadiativeFacesToTheBoundary) {
  Toy toy;
  const ToyBoundary radiative(1, true);
  toy.boundary(radiative, "radiative");
  ToyThorn thorn = toy.thorn("T");
  thorn.auxiliary("a").auxiliary("b");
  thorn.at(Initial, "start").writes("a");
  thorn.at(Initial, "differentiate").reads("a", 1).writes("b");
  const Program program = toy.build();
  EXPECT_THAT(names(program, program.initial),
              ElementsAre("T::start", "T::differentiate", "boundary of T::b"));
  EXPECT_EQ(task(program, "T::differentiate").region, Region::interior);
}

TEST(Faces, FieldsThatAreNotAdvancedAreFilledOnlyWhereTheyAreNotComputed) {
  Toy toy;
  const ToyBoundary none(0), one(1);
  ToyThorn thorn = toy.thorn("T");
  toy.input.faces[0][0] = toy.input.faces[0][1] = &one;
  toy.input.faces[1][0] = &none;  // needs points outside the domain
  toy.input.faces[1][1] = &one;
  thorn.auxiliary("pointwise").auxiliary("near").auxiliary("result");
  thorn.at(Initial, "set").writes("pointwise").writes("near");
  thorn.at(PostStep, "use").reads("pointwise").reads("near", 1).writes("result");
  const Program program = toy.build();
  EXPECT_THAT(names(program, program.initial), ElementsAre("T::set", "boundary of T::near"));
  const Task& near = task(program, "boundary of T::near");
  EXPECT_TRUE(near.faces[1][0]);
  EXPECT_FALSE(near.faces[1][1]);
  EXPECT_FALSE(near.faces[0][0]);
  const Task& result = task(program, "boundary of T::result");
  EXPECT_TRUE(result.faces[0][0]);
  EXPECT_TRUE(result.faces[1][0]);
  EXPECT_TRUE(result.faces[1][1]);
}

TEST(Faces, WhatABoundarySaysAgainstTheGridIsReportedWithTheRest) {
  class Choosy : public ToyBoundary {
   public:
    Choosy() : ToyBoundary(1) {}
    int owned_layers(const Grid&, int, bool, int) const override {
      throw Error(Problem{.slug = "boundary/origin", .message = "the origin lies outside"});
    }
  };
  Toy toy;
  const Choosy choosy;
  toy.points(8, 1, 1);
  toy.input.faces[0][1] = &choosy;
  toy.input.face_places[0][1] = {.file = "run.yaml", .line = 7};
  toy.thorn("T").derives("d");
  const std::vector<Problem> problems = toy.problems();
  ASSERT_EQ(problems.size(), 2u);
  EXPECT_EQ(problems[0].slug, "schedule/never-computed");
  EXPECT_EQ(problems[1].slug, "boundary/origin");
  EXPECT_EQ(problems[1].where.line, 7);
}

TEST(Faces, OnlyThoseThatAreNotPeriodicAreFilled) {
  Toy toy;
  const ToyBoundary flat(1);
  add_leapfrog(toy);
  toy.input.faces[1][0] = toy.input.faces[1][1] = &flat;
  const Program program = toy.build();
  const Task& fill = task(program, "boundary of WaveToy::phi");
  EXPECT_FALSE(fill.faces[0][0]);
  EXPECT_TRUE(fill.faces[1][0]);
  EXPECT_TRUE(fill.faces[1][1]);
  EXPECT_THAT(fill.fields, ElementsAre(0));
}

TEST(NoBoundary, AStencilFindsNothingAtTheFace) {
  Toy toy;
  const ToyBoundary flat(1);
  toy.boundary(flat, "neumann");
  ToyThorn thorn = toy.thorn("T");
  thorn.field("a", Role::auxiliary, 0, Tensor::vector, false).auxiliary("b").auxiliary("c");
  thorn.at(Initial, "start").writes("a").writes("b");
  thorn.at(PostStep, "near").reads("a", 1).writes("c");
  EXPECT_EQ(toy.errors(), "");  // the boundary points themselves are computed
  thorn.at(Analysis, "far").reads("a", Index3{1, 2, 0});
  EXPECT_EQ(toy.errors(),
            "error: T::far reads a_x with stencil 2, but nothing sets a at the face y-   "
            "[schedule/no-boundary]\n"
            "   a is declared with no_boundary()\n"
            "   help: give it a boundary condition, or read it without a stencil\n");
}

TEST(NoBoundary, ANextLevelWouldNotBeSetAtTheFace) {
  Toy toy;
  const ToyBoundary flat(1);
  toy.boundary(flat, "neumann");
  ToyThorn thorn = toy.thorn("T");
  thorn.field("u", Role::evolved, 0, Tensor::scalar, false).auxiliary("a");
  thorn.at(Initial, "start").writes("u").writes("a");
  thorn.at(Evolve, "step").reads("a", 1).writes("u", next_level);
  EXPECT_EQ(toy.errors(),
            "error: T::step computes next(u) only up to the face x-, and no boundary sets it there "
            " [schedule/no-boundary]\n"
            "   u is declared with no_boundary()\n"
            "   help: give it a boundary condition, or read without a stencil\n");
}

TEST(ThinGrid, HasFewerPointsThanTheStencilNeeds) {
  Toy toy;
  toy.points(16, 2, 1);
  ToyThorn thorn = toy.thorn("T");
  thorn.auxiliary("a");
  thorn.at(Initial, "start").writes("a");
  thorn.at(PostStep, "look").reads("a", 2);
  EXPECT_EQ(toy.errors(),
            "error: T::look reads a with stencil 2 in y, but the grid has only 2 points there  "
            "[schedule/thin-grid]\n"
            "   a stencil of radius 2 needs at least 2 + 1 points\n"
            "   help: raise grid.points, or leave the direction out\n");
}

TEST(ThinGrid, HasNothingButBoundaryPoints) {
  Toy toy;
  const ToyBoundary flat(2);
  toy.points(4, 1, 1);
  toy.boundary(flat, "neumann");
  EXPECT_EQ(toy.errors(),
            "error: all 4 points of the grid in x are boundary points                    "
            "[schedule/thin-grid]\n"
            "   the boundaries determine 2 points at x- and 2 at x+\n"
            "   help: raise grid.points, or leave the direction out\n");
}

}  // namespace
}  // namespace cardon
