// SPDX-License-Identifier: Apache-2.0
// Implicit stages of an integrator, and registers for estimates of errors.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

#include "toy.hpp"

namespace cardon {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// u' = f(u) + g(u) in two stages: the first implicit with half a step, the second explicit.
void add_stages(Toy& toy) {
  toy.input.integrator = "imex";
  toy.input.stages = {{.time = 0,
                       .updates = {{2, {{0, 1}}, 0}, {0, {{0, 1}}, 0.5}, {1, {{0, 1}}, 0}},
                       .implicit = 0.5,
                       .after_implicit = {{2, {{2, 1}, {0, 2}, {1, -2}}, 0}}},
                      {.time = 0.5, .updates = {{0, {{2, 1}}, 1}}}};
}

ToyThorn add_reaction(Toy& toy) {
  ToyThorn thorn = toy.thorn("Reaction");
  thorn.evolves("u").state("q", true);
  thorn.at(Initial, "start").writes("u");
  thorn.at(EvolveRhs, "flow").reads("u", 1).writes("u", rhs_level);
  thorn.at(EvolveRhs, "move").sets("q", true);
  thorn.at(Implicit, "react").reads("u").writes("u");
  return thorn;
}

TEST(ImplicitStages, SolveBetweenTheUpdates) {
  Toy toy;
  add_stages(toy);
  add_reaction(toy).at(Implicit, "damp").reads_scalar("q").sets("q");
  const Program program = toy.build();
  EXPECT_THAT(names(program, program.step),
              ElementsAre("Reaction::flow [1/2]", "imex [1/2]", "Reaction::react [1/2]",
                          "imex [1/2]", "Reaction::flow [2/2]", "imex [2/2]"));
  const Task& react = task(program, "Reaction::react [1/2]");
  EXPECT_EQ(react.implicit_fraction, 0.5);
  EXPECT_EQ(react.time_fraction, 0.5);
  EXPECT_EQ(react.stage, 1);
  std::vector<std::string> scalars;
  for (const ScalarTask& t : program.step_scalars) scalars.push_back(t.task.name);
  EXPECT_THAT(scalars, ElementsAre("Reaction::move [1/2]", "imex [1/2]", "Reaction::damp [1/2]",
                                   "imex [1/2]", "Reaction::move [2/2]", "imex [2/2]"));
}

TEST(ImplicitStages, AreNeededByTasksThatSolve) {
  Toy toy;
  toy.rk4();
  add_reaction(toy);
  EXPECT_THAT(toy.errors(), HasSubstr("Reaction::react solves an implicit part, but the integrator "
                                      "rk4 is explicit"));
  EXPECT_EQ(toy.problems()[0].slug, "schedule/no-implicit-stages");
}

TEST(ImplicitStages, SolveAtPointsAndAlways) {
  Toy toy;
  add_stages(toy);
  add_reaction(toy);
  ToyThorn more = toy.thorn("More");
  more.auxiliary("w");
  std::vector<std::string> slugs;
  more.at(Implicit, "wide").reads("Reaction::u", 1).writes("w").every(2);
  for (const Problem& p : toy.problems()) slugs.push_back(p.slug);
  EXPECT_THAT(slugs, testing::IsSupersetOf({"schedule/implicit-stencil", "schedule/every"}));
}

TEST(Estimates, AreRegistersOfWhatIsAdvanced) {
  Toy toy;
  toy.euler();
  add_wave(toy);
  toy.thorn("T").state("q", true).at(EvolveRhs, "move").sets("q", true);
  toy.input.error_register = 1;
  toy.input.stages[0].updates.push_back({1, {}, -1});
  toy.input.stages.push_back({1, {{1, {{1, 1}}, 1}}});
  const Program program = toy.build();
  ASSERT_EQ(program.estimates.size(), 2u);
  EXPECT_EQ(program.estimates[0].value, field(program, "phi").id);
  EXPECT_EQ(program.estimates[0].estimate, field(program, "phi.r1").id);
  ASSERT_EQ(program.scalar_estimates.size(), 1u);
  EXPECT_EQ(program.scalar_estimates[0].value, 0);
  EXPECT_EQ(program.scalar_estimates[0].estimate, 2);  // after q and its time derivative
}

/// The tasks of the stage that only completes the estimate; those of the others run always.
TEST(Estimates, AreCompletedInTheStepsThatAreEvaluated) {
  Toy toy;
  toy.euler();
  add_wave(toy);
  ToyThorn thorn = toy.thorn("T");
  thorn.state("q", true).auxiliary("w");
  thorn.at(EvolveRhs, "move").sets("q", true);
  thorn.at(EvolveRhs, "note").reads("WaveMoL::phi").writes("w").every(4);
  thorn.at(PostStep, "later").reads("WaveMoL::phi").writes("w");
  toy.input.error_register = 1;
  toy.input.error_every = 6;
  toy.input.stages[0].updates.push_back({1, {}, -1});
  toy.input.stages.push_back({1, {{1, {{1, 1}}, 1}}});
  const Program program = toy.build();
  int completing = 0;
  for (const int id : program.step) {
    const Task& task = program.tasks[std::size_t(id)];
    const bool notes = task.name.starts_with("T::note");
    const int every = task.stage == 2 ? 6 : 1;
    EXPECT_EQ(task.every, notes ? std::lcm(4, every) : every) << task.name;
    completing += task.stage == 2 ? 1 : 0;
  }
  EXPECT_GE(completing, 3);
  ASSERT_EQ(program.step_scalars.size(), 4u);
  for (const ScalarTask& t : program.step_scalars)
    EXPECT_EQ(t.task.every, t.task.stage == 2 ? 6 : 1) << t.task.name;
}

}  // namespace
}  // namespace cardon
