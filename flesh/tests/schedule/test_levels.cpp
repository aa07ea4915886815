// SPDX-License-Identifier: Apache-2.0
// Who advances a field, which levels exist where, what must have been written.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "toy.hpp"

namespace cardon {
namespace {

using testing::ElementsAre;

TEST(Evolved, NeedsATaskThatAdvancesIt) {
  static constexpr Parameter order{"order", 2, "Order of accuracy"};
  Toy toy;
  ToyThorn thorn = toy.thorn("T");
  thorn.parameter(declare(order)).evolves("u");
  toy.value("order", 2L);
  thorn.at(Initial, "start").writes("u");
  thorn.at(EvolveRhs, "rhs4").reads("u", 2).writes("u", rhs_level).when("order", "4");
  EXPECT_EQ(toy.errors(),
            "error: T::u is evolved, but no task advances it                             "
            "[schedule/no-right-hand-side]\n"
            "   a task of EvolveRhs must write rhs(u), or a task of Evolve next(u)\n"
            "   T::rhs4 writes rhs(u), but runs only when order = 4 (now 2)\n"
            "   help: write rhs(u) or next(u), or declare u as a field that is not evolved\n");
}

TEST(Evolved, SaysSoOnceForAllComponents) {
  Toy toy;
  toy.thorn("T").field("B", Role::evolved, 0, Tensor::vector).at(Initial, "start").writes("B");
  EXPECT_EQ(toy.problems().size(), 1u);
}

TEST(Evolved, NeedsAnIntegratorForARightHandSide) {
  Toy toy;
  add_wave(toy);
  EXPECT_EQ(toy.errors(),
            "error: WaveMoL::phi has a right-hand side, but no integrator is active      "
            "[schedule/no-integrator]\n"
            "   rhs(phi) is written by WaveMoL::rhs\n"
            "   help: name one in time.integrator: cardon list services\n"
            "error: WaveMoL::pi has a right-hand side, but no integrator is active       "
            "[schedule/no-integrator]\n"
            "   rhs(pi) is written by WaveMoL::rhs\n"
            "   help: name one in time.integrator: cardon list services\n");
}

TEST(Evolved, IsAdvancedInOneWay) {
  Toy toy;
  toy.euler();
  ToyThorn thorn = toy.thorn("T");
  thorn.evolves("u");
  thorn.at(Initial, "start").writes("u");
  thorn.at(EvolveRhs, "rhs").reads("u").writes("u", rhs_level);
  thorn.at(Evolve, "step").reads("u").writes("u", next_level);
  EXPECT_EQ(toy.errors(),
            "error: T::u is advanced both by the integrator and by its own tasks         "
            "[schedule/advanced-twice]\n"
            "   rhs(u)  is written by T::rhs\n"
            "   next(u) is written by T::step\n"
            "   help: write one of them, or choose with .when()\n");
}

TEST(Evolved, KeepsPastLevelsOnlyIfItHasANextOne) {
  Toy toy;
  toy.euler();
  ToyThorn thorn = toy.thorn("T");
  thorn.evolves("u", 1);
  thorn.at(Initial, "start").writes("u").writes("u", 1);
  thorn.at(EvolveRhs, "rhs").reads("u").writes("u", rhs_level);
  EXPECT_EQ(toy.errors(),
            "error: T::u keeps past levels, but no task writes next(u)                   "
            "[schedule/past-not-kept]\n"
            "   levels move into the past when a next level becomes the current one\n"
            "   help: write next(u) in a task of Evolve, or declare u without .past_levels()\n");
}

TEST(Levels, BeyondThePastThatIsKept) {
  Toy toy;
  ToyThorn thorn = toy.thorn("T");
  thorn.evolves("u", 1);
  thorn.at(Initial, "start").writes("u").writes("u", 1);
  thorn.at(Evolve, "step").reads("u", 0, 2).writes("u", next_level);
  EXPECT_EQ(toy.errors(),
            "error: T::step reads past(u, 2), but u keeps 1 past level                   "
            "[schedule/past-level]\n"
            "   help: declare u with .past_levels(2)\n");
}

TEST(Levels, InTheWrongBin) {
  Toy toy;
  toy.euler();
  ToyThorn thorn = toy.thorn("T");
  thorn.evolves("u").evolves("v", 1);
  thorn.at(Initial, "start").writes("u").writes("v").writes("v", 1);
  thorn.at(EvolveRhs, "rhs").reads("u").writes("u", rhs_level);
  thorn.at(Evolve, "step").reads("v").writes("v", next_level);
  thorn.at(PostStep, "late").reads("u", 0, rhs_level).reads("v", 0, next_level).writes("v", 1);
  EXPECT_EQ(toy.errors(),
            "error: T::late reads rhs(u) in PostStep                                     "
            "[schedule/wrong-level]\n"
            "   right-hand sides exist only in EvolveRhs\n"
            "   help: move the task to that bin, or name another level\n"
            "error: T::late reads next(v) in PostStep                                    "
            "[schedule/wrong-level]\n"
            "   next levels exist only in Evolve; afterwards the next level is the current one\n"
            "   help: move the task to that bin, or name another level\n"
            "error: T::late writes past(v) in PostStep                                   "
            "[schedule/wrong-level]\n"
            "   past levels are written only in Initial; later they hold earlier current levels\n"
            "   help: move the task to that bin, or name another level\n");
}

TEST(Levels, RightHandSideOfWhatIsNotEvolved) {
  Toy toy;
  toy.euler();
  ToyThorn thorn = toy.thorn("T");
  thorn.auxiliary("a");
  thorn.at(EvolveRhs, "rhs").writes("a", rhs_level);
  EXPECT_EQ(toy.errors(),
            "error: T::rhs writes rhs(a), but a is not evolved                           "
            "[schedule/not-evolved]\n"
            "   help: declare a as an evolved field\n");
}

TEST(InPlace, AStencilIsAnError) {
  Toy toy;
  ToyThorn thorn = toy.thorn("T");
  thorn.auxiliary("a");
  thorn.at(Initial, "start").writes("a");
  thorn.at(PostStep, "smooth").reads("a", Index3{1, 1, 0}).writes("a");
  EXPECT_EQ(toy.errors(),
            "error: T::smooth reads a with stencil 1, 1, 0 and writes it in place        "
            "[schedule/in-place-stencil]\n"
            "   the result would depend on the order in which points are computed\n"
            "   help: write another field, or next(a)\n");
}

TEST(InPlace, APointwiseUpdateIsNot) {
  Toy toy;
  ToyThorn thorn = toy.thorn("T");
  thorn.auxiliary("a");
  thorn.at(Initial, "start").writes("a");
  thorn.at(PostStep, "damp").reads("a").writes("a");
  EXPECT_THAT(names(toy.build(), toy.build().step), ElementsAre("T::damp"));
}

TEST(Every, IsPartOfTheTask) {
  Toy toy;
  ToyThorn thorn = toy.thorn("T");
  const ToyBoundary flat(1);
  toy.boundary(flat, "neumann");
  thorn.auxiliary("a").auxiliary("b");
  thorn.at(Initial, "start").writes("b");
  thorn.at(PostStep, "damp").reads("b", 1).writes("a").every(10);
  const Program program = toy.build();
  EXPECT_THAT(names(program, program.step), ElementsAre("T::damp", "boundary of T::a"));
  for (const int id : program.step) EXPECT_EQ(program.tasks[std::size_t(id)].every, 10);
}

TEST(Every, IsNotForWhatEachStepNeeds) {
  Toy toy;
  ToyThorn thorn = toy.thorn("T");
  thorn.evolves("u");
  thorn.at(Initial, "start").writes("u").every(2);
  thorn.at(Evolve, "step").reads("u").writes("u", next_level).every(3);
  EXPECT_EQ(toy.errors(),
            "error: T::start runs every 2 steps, but Initial is not part of every step   "
            "[schedule/every]\n"
            "   Initial tasks run once\n"
            "   help: remove .every()\n"
            "error: next(u) must be written in every step, but T::step runs every 3 steps  "
            "[schedule/every]\n"
            "   help: remove .every()\n");
}

TEST(NeverWritten, NamesTheTaskAndWhoWritesTooLate) {
  Toy toy;
  toy.euler();
  ToyThorn thorn = toy.thorn("T");
  thorn.evolves("u").auxiliary("a");
  thorn.at(EvolveRhs, "rhs").reads("u").reads("a").writes("u", rhs_level);
  thorn.at(PostStep, "after").writes("a");
  EXPECT_EQ(toy.errors(),
            "error: T::rhs [1/1] reads u in EvolveRhs, but nothing has written it by then  "
            "[schedule/never-written]\n"
            "   help: write u in a task of Initial\n"
            "error: T::rhs [1/1] reads a in EvolveRhs, but nothing has written it by then  "
            "[schedule/never-written]\n"
            "   T::after writes a in PostStep\n"
            "   help: write a in a task of Initial\n");
}

TEST(NeverWritten, PastLevelsNeedInitialData) {
  Toy toy;
  ToyThorn thorn = toy.thorn("T");
  thorn.evolves("u", 2);
  thorn.at(Initial, "start").writes("u").writes("u", 1);
  thorn.at(Evolve, "step")
      .reads("u")
      .reads("u", 0, 2)
      .reads("u", 0, next_level)
      .writes("u", next_level);
  EXPECT_EQ(toy.errors(),
            "error: T::step reads past(u, 2) in Evolve, but nothing has written it by then  "
            "[schedule/never-written]\n"
            "   help: write past(u, 2) in a task of Initial\n"
            "error: T::step reads next(u) in Evolve, but nothing has written it by then  "
            "[schedule/never-written]\n"
            "   T::step writes next(u) in Evolve\n"
            "   help: write next(u) in a task of Evolve\n");
}

TEST(NeverWritten, LevelsMoveWhenTheStepIsDone) {
  Toy toy;
  ToyThorn thorn = toy.thorn("T");
  thorn.evolves("u", 1).auxiliary("change");
  thorn.at(Initial, "start").writes("u");
  thorn.at(Evolve, "step").reads("u").writes("u", next_level);
  thorn.at(PostStep, "compare").reads("u").reads("u", 0, 1).writes("change");
  EXPECT_EQ(toy.errors(), "");
}

TEST(Overwrites, NotIfTheOldestLevelIsReadWithAStencil) {
  Toy toy;
  ToyThorn thorn = toy.thorn("T");
  thorn.evolves("u", 1);
  thorn.at(Initial, "start").writes("u").writes("u", 1);
  thorn.at(Evolve, "step").reads("u").reads("u", 1, 1).writes("u", next_level);
  const Program program = toy.build();
  EXPECT_FALSE(field(program, "u").overwrites);
  EXPECT_EQ(field(program, "u").arrays(), 3);
}

TEST(Overwrites, NotIfTheOldestLevelIsReadAfterwards) {
  for (const bool reads_first : {true, false}) {
    Toy toy;
    ToyThorn thorn = toy.thorn("T");
    thorn.evolves("u", 1).auxiliary("a");
    thorn.at(Initial, "start").writes("u").writes("u", 1);
    ToyTask look = thorn.at(Evolve, "look").reads("u", 0, 1).writes("a");
    if (reads_first)
      look.before("step");
    else
      look.after("step");
    thorn.at(Evolve, "step").reads("u", 1).reads("u", 0, 1).writes("u", next_level);
    EXPECT_EQ(field(toy.build(), "u").overwrites, reads_first);
  }
}

TEST(Integrator, IsCheckedToo) {
  Toy toy;
  add_wave(toy);
  toy.input.integrator = "broken";
  EXPECT_EQ(toy.problems().at(0).message, "the integrator broken has no stages");
  toy.input.stages = {{0, {{1, {{2, 1}}, 1}}}};
  const std::vector<Problem> problems = toy.problems();
  ASSERT_EQ(problems.size(), 2u);
  EXPECT_EQ(problems[0].message,
            "the integrator broken reads register 2 in stage 1 before it writes it");
  EXPECT_EQ(problems[1].message,
            "the integrator broken does not write register 0, the new state, in its last stage");
  EXPECT_EQ(problems[1].slug, "schedule/integrator");
}

}  // namespace
}  // namespace cardon
