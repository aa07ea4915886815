// SPDX-License-Identifier: Apache-2.0
// What a slow link costs, as the plan of well-known schemes says.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cardon/plan/link_cost.hpp>

#include "toy.hpp"

namespace cardon {
namespace {

using testing::ElementsAre;

Program leapfrog() {
  Toy toy;
  add_leapfrog(toy);
  return toy.build();
}

Program runge_kutta(int radius) {
  Toy toy;
  toy.points(16, 16, 60);
  ToyThorn thorn = toy.thorn("WaveMoL");
  thorn.evolves("phi").evolves("pi");
  thorn.at(Initial, "start").writes("phi").writes("pi");
  thorn.at(EvolveRhs, "rhs")
      .reads("phi", radius)
      .reads("pi")
      .writes("phi", rhs_level)
      .writes("pi", rhs_level);
  toy.rk4();
  return toy.build();
}

// The right-hand side of phi needs no neighbours and is computed in a task of its own.
Program split_runge_kutta(int radius) {
  Toy toy;
  toy.points(16, 16, 60);
  ToyThorn thorn = toy.thorn("WaveMoL");
  thorn.evolves("phi").evolves("pi");
  thorn.at(Initial, "start").writes("phi").writes("pi");
  thorn.at(EvolveRhs, "pi_rhs").reads("phi", radius).writes("pi", rhs_level);
  thorn.at(EvolveRhs, "phi_rhs").reads("pi").writes("phi", rhs_level);
  toy.rk4();
  return toy.build();
}

// Iterated Crank-Nicholson: a first half step, `iterations` - 1 half steps with the newest
// right-hand side, and a whole one.
Program crank_nicholson(int iterations) {
  Toy toy;
  add_wave(toy);
  toy.input.integrator = "icn";
  toy.input.stages = {{0, {{1, {{0, 1}}, 0}, {0, {{0, 1}}, 0.5}}}};
  for (int n = 1; n < iterations; ++n) toy.input.stages.push_back({0.5, {{0, {{1, 1}}, 0.5}}});
  toy.input.stages.push_back({0.5, {{0, {{1, 1}}, 1}}});
  return toy.build();
}

TEST(LinkCost, LeapfrogExchangesEveryNStepsWithNLayers) {
  const Program program = leapfrog();
  for (int n = 1; n <= 9; ++n) {
    EXPECT_EQ(link_cost(program, 2, n).steps_per_exchange, n);
    EXPECT_EQ(depth_for_steps(program, 2, n), n);
  }
}

TEST(LinkCost, LeapfrogSendsTwoLevels) {
  const Program program = leapfrog();
  EXPECT_DOUBLE_EQ(link_cost(program, 0, 1).values, 1);
  // The past level still has the one layer it needs: the step before computed it.
  EXPECT_DOUBLE_EQ(link_cost(program, 0, 2).values, 2 / 2.0);
  EXPECT_DOUBLE_EQ(link_cost(program, 0, 3).values, (3 + 2) / 3.0);
  EXPECT_DOUBLE_EQ(link_cost(program, 0, 4).values, (4 + 3) / 4.0);
}

TEST(LinkCost, LeapfrogComputesInnerLayersMoreOftenThanOuterOnes) {
  const Program program = leapfrog();
  EXPECT_THAT(link_cost(program, 1, 1).layers, ElementsAre(0));
  EXPECT_THAT(link_cost(program, 1, 4).layers, ElementsAre(0.75, 0.5, 0.25, 0));
}

TEST(LinkCost, RungeKuttaNeedsFourStencilsForAStep) {
  for (const int radius : {1, 2}) {
    const Program program = runge_kutta(radius);
    EXPECT_DOUBLE_EQ(link_cost(program, 2, radius).steps_per_exchange, 0.25);
    EXPECT_DOUBLE_EQ(link_cost(program, 2, 4 * radius).steps_per_exchange, 1);
    EXPECT_DOUBLE_EQ(link_cost(program, 2, 8 * radius).steps_per_exchange, 2);
    EXPECT_EQ(depth_for_steps(program, 2, 1), 4 * radius);
    EXPECT_EQ(depth_for_steps(program, 2, 3), 12 * radius);
  }
  const Program program = runge_kutta(2);
  // phi to 8 layers and pi to 6, as how-the-driver-thinks.md shows.
  EXPECT_DOUBLE_EQ(link_cost(program, 2, 8).values, 14);
  EXPECT_THAT(link_cost(program, 2, 8).layers, ElementsAre(0.75, 0.75, 0.5, 0.5, 0.25, 0.25, 0, 0));
}

TEST(LinkCost, RightHandSidesInTwoTasksNeedTheStencilInEverySecondStage) {
  for (const int radius : {1, 2, 3}) {
    const Program program = split_runge_kutta(radius);
    EXPECT_EQ(depth_for_steps(program, 2, 1), 2 * radius);
    EXPECT_DOUBLE_EQ(link_cost(program, 2, 2 * radius).steps_per_exchange, 1);
    EXPECT_DOUBLE_EQ(link_cost(program, 2, 2 * radius).values, 4 * radius);
  }
}

TEST(LinkCost, CrankNicholsonNeedsAStencilForEveryRightHandSide) {
  const Program program = crank_nicholson(2);
  EXPECT_DOUBLE_EQ(link_cost(program, 2, 1).steps_per_exchange, 1 / 3.0);
  EXPECT_EQ(depth_for_steps(program, 2, 1), 3);
  EXPECT_EQ(depth_for_steps(program, 2, 2), 6);
  EXPECT_EQ(depth_for_steps(crank_nicholson(8), 2, 1), 9);
}

TEST(LinkCost, OnlyTheDirectionOfTheLinkCounts) {
  Toy toy;
  ToyThorn thorn = toy.thorn("T");
  thorn.evolves("u");
  thorn.at(Initial, "start").writes("u");
  thorn.at(Evolve, "step").reads("u", Index3{3, 1, 0}).writes("u", next_level);
  const Program program = toy.build();
  EXPECT_EQ(depth_for_steps(program, 0, 2), 6);
  EXPECT_EQ(depth_for_steps(program, 1, 2), 2);
  EXPECT_EQ(link_cost(program, 1, 3).steps_per_exchange, 3);
  EXPECT_EQ(link_cost(program, 2, 1).steps_per_exchange, 0);  // nothing crosses the link
  EXPECT_EQ(link_cost(program, 2, 1).values, 0);
  EXPECT_EQ(depth_for_steps(program, 2, 5), 1);
}

TEST(LinkCost, TheGridIsDeepEnoughForAnyNumberOfSteps) {
  EXPECT_EQ(depth_for_steps(leapfrog(), 2, 15), 15);
  EXPECT_EQ(depth_for_steps(leapfrog(), 2, 16), 16);
  EXPECT_EQ(depth_for_steps(leapfrog(), 2, 1000000000), 16);
  EXPECT_EQ(depth_for_steps(runge_kutta(2), 1, 1000000000), 16);
}

TEST(LinkCost, StepsNeverFallWithTheDepth) {
  for (const Program& program : {leapfrog(), runge_kutta(2), crank_nicholson(3)}) {
    double before = 0;
    for (int depth = 2; depth <= 24; ++depth) {
      const double steps = link_cost(program, 2, depth).steps_per_exchange;
      EXPECT_GE(steps, before);
      before = steps;
    }
  }
}

TEST(LinkCost, ADepthBelowTheStencilIsAnError) {
  try {
    link_cost(runge_kutta(2), 2, 1);
    FAIL() << "one layer was enough for a stencil of radius 2";
  } catch (const Error& error) {
    EXPECT_EQ(error.problems().front().slug, "grid/ghost-zones");
  }
}

}  // namespace
}  // namespace cardon
