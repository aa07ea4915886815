// SPDX-License-Identifier: Apache-2.0
// Scalars that tasks set: where their tasks stand, what is wrong.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "describe/describe_schedule.hpp"
#include "describe/scalar_waits.hpp"
#include "describe/tasks_in_order.hpp"
#include "toy.hpp"

namespace cardon {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::vector<std::string> all_told(Toy& toy) {
  std::vector<std::string> all;
  for (const Problem& p : toy.problems()) all.push_back(p.slug + ": " + p.message);
  return all;
}

/// q' = v, v' = force(wave); the wave reads q.
ToyThorn add_spring(Toy& toy) {
  toy.rk4();
  add_wave(toy);
  ToyThorn thorn = toy.thorn("Spring");
  thorn.state("q", true).state("v", true).scalar("force").auxiliary("a");
  thorn.at(EvolveRhs, "use").reads_scalar("q").writes("a");
  thorn.at(EvolveRhs, "force").reads("WaveMoL::phi").reduces("force");
  return thorn;
}

TEST(StateScalars, AreAdvancedInEveryStage) {
  Toy toy;
  ToyThorn thorn = add_spring(toy);
  thorn.at(EvolveRhs, "move")
      .reads_scalar("q")
      .reads_scalar("v")
      .reads_scalar("force")
      .sets("q", true)
      .sets("v", true);
  const Program program = toy.build();
  std::vector<std::string> names;
  for (const Task* t : tasks_in_order(program, program.step, program.step_scalars))
    if (t->stage == 2 && t->thorn != "WaveMoL") names.push_back(t->name);
  EXPECT_THAT(names, ElementsAre("Spring::use [2/4]", "Spring::force [2/4]", "Spring::move [2/4]",
                                 "rk4 [2/4]", "rk4 [2/4]"));
  // Each stage of this rk4 sets a state once.
  EXPECT_EQ(task(program, "Spring::use [1/4]").reads_scalars[0].version, 0);
  EXPECT_EQ(task(program, "Spring::use [4/4]").reads_scalars[0].version, 3);
  EXPECT_EQ(program.scalar_slots, 3 + 2 * 3);  // q, v, force; a derivative and two registers each
  EXPECT_THAT(scalar_wait_lines(program, Machine{}),
              ElementsAre(HasSubstr("all ranks wait for each other 4 times in a step")));
  EXPECT_THAT(describe_schedule(program), Contains(HasSubstr("sets rhs(q), rhs(v)")));
  EXPECT_THAT(describe_schedule(program), Contains(HasSubstr("reads q; writes a")));
}

TEST(StateScalars, AreSetBeforeOthersOfTheBinReadThem) {
  Toy toy;
  ToyThorn thorn = toy.thorn("Count");
  thorn.state("n").state("twice").auxiliary("a");
  thorn.at(PostStep, "use").reads_scalar("twice").writes("a");
  thorn.at(PostStep, "double").reads_scalar("n").sets("twice");
  thorn.at(PostStep, "count").reads_scalar("n").sets("n");
  const Program program = toy.build();
  ASSERT_EQ(program.step_scalars.size(), 2u);
  EXPECT_EQ(program.step_scalars[0].task.name, "Count::count");
  EXPECT_EQ(program.step_scalars[1].task.name, "Count::double");
  EXPECT_EQ(program.step_scalars[1].position, 0u);
  EXPECT_EQ(task(program, "Count::use").reads_scalars[0].version, 1);
  EXPECT_THAT(scalar_wait_lines(program, Machine{}), IsEmpty());
}

TEST(StateScalars, HaveComponents) {
  Toy toy;
  ToyThorn thorn = toy.thorn("Modes");
  thorn.state("mode", false, 3).auxiliary("a");
  thorn.at(PreStep, "set").sets("mode");
  toy.thorn("Other").auxiliary("b").at(PostStep, "use").reads_scalar("Modes::mode_1").writes("b");
  thorn.at(PostStep, "all").reads_scalar("mode").writes("a");
  const Program program = toy.build();
  EXPECT_EQ(program.step_scalars[0].task.sets.size(), 3u);
  EXPECT_EQ(program.step_scalars[0].task.sets[2].declared, "mode_2");
  EXPECT_EQ(task(program, "Other::use").reads_scalars[0].declared, "Modes::mode_1");
  EXPECT_EQ(task(program, "Modes::all").reads_scalars.size(), 3u);
}

/// What is wrong with one task, given an evolved q, a state n, a reduced total and a field a.
std::vector<std::string> wrong(Bin bin, const std::function<void(ToyTask)>& declare) {
  Toy toy;
  toy.euler();
  ToyThorn thorn = toy.thorn("T");
  thorn.state("q", true).state("n").scalar("total").auxiliary("a");
  thorn.at(EvolveRhs, "rate").sets("q", true);
  thorn.at(PreStep, "count").sets("n");
  thorn.at(PostStep, "sum").reads("a").reduces("total");
  thorn.at(Initial, "start").writes("a");
  thorn.at(PostStep, "use").reads_scalar("total").writes("a").after("sum");
  declare(thorn.at(bin, "wrong"));
  return all_told(toy);
}

TEST(StateScalars, HaveTasksOfTheirOwn) {
  EXPECT_THAT(
      wrong(PostStep, [](ToyTask t) { t.reads("a").sets("n"); }),
      ElementsAre("schedule/scalar-task: T::wrong sets the scalar n and reads the field a"));
  EXPECT_THAT(wrong(PostStep, [](ToyTask t) { t.reduces("total").sets("n"); }),
              Contains("schedule/scalar-task: T::wrong sets the scalar n and reduces total"));
  EXPECT_THAT(wrong(PostStep, [](ToyTask t) { t.sets("total"); }),
              ElementsAre("schedule/scalar-task: T::wrong sets total, which is reduced from the "
                          "grid"));
  EXPECT_THAT(wrong(PostStep, [](ToyTask t) { t.reads("a").reduces("n"); }),
              Contains("schedule/scalar-task: T::wrong reduces T::n, which is declared without a "
                       "reduction"));
}

TEST(StateScalars, AreSetWhereThatMakesSense) {
  EXPECT_THAT(wrong(Analysis, [](ToyTask t) { t.sets("n"); }),
              ElementsAre("schedule/analysis-writes: T::wrong sets n in Analysis"));
  EXPECT_THAT(wrong(PostStep, [](ToyTask t) { t.sets("q", true); }),
              ElementsAre("schedule/wrong-level: T::wrong sets rhs(q) in PostStep"));
  EXPECT_THAT(wrong(EvolveRhs, [](ToyTask t) { t.sets("n", true); }),
              ElementsAre("schedule/not-evolved: T::wrong sets rhs(n), but the scalar is not "
                          "evolved"));
  EXPECT_THAT(wrong(EvolveRhs, [](ToyTask t) { t.sets("q", true); }),
              ElementsAre("schedule/scalar-twice: rhs(q) is set by T::rate and by T::wrong in "
                          "EvolveRhs"));
  EXPECT_THAT(wrong(PreStep, [](ToyTask t) { t.sets("n"); }),
              ElementsAre("schedule/scalar-twice: n is set by T::count and by T::wrong in "
                          "PreStep"));
}

TEST(StateScalars, LagWithoutAMessage) {
  Toy toy;
  ToyThorn thorn = toy.thorn("Count");
  thorn.state("n").auxiliary("a");
  thorn.at(PostStep, "count").reads_scalar("n").reads_scalar("n", 4).sets("n");
  thorn.at(PostStep, "use").reads_scalar("n", 2).writes("a").before("count");
  const Program program = toy.build();
  EXPECT_EQ(task(program, "Count::use").reads_scalars[0].lag, 2);
  EXPECT_THAT(scalar_wait_lines(program, Machine{}),
              ElementsAre("  Count::n is read 2 steps later, without a message"));
  EXPECT_THAT(wrong(PostStep, [](ToyTask t) { t.reads_scalar("q", 129).sets("n"); }),
              ElementsAre("schedule/scalar-order: T::wrong reads q of 129 steps before"));
}

TEST(StateScalars, HaveSomebodyWhoSetsThem) {
  Toy toy;
  toy.euler();
  ToyThorn thorn = toy.thorn("T");
  thorn.state("q", true, 2).state("n");
  EXPECT_THAT(all_told(toy),
              ElementsAre("schedule/no-right-hand-side: T::q_0 is evolved, but no task advances it",
                          "schedule/never-computed: T::n is a scalar, but no task sets it"));
}

}  // namespace
}  // namespace cardon
