// SPDX-License-Identifier: Apache-2.0
// Programs as the planner sees them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cardon/plan/cyclic_plan.hpp>

#include "plan/cyclic_sequence.hpp"
#include "plan/plan.hpp"
#include "schedule/plan_tasks.hpp"
#include "toy.hpp"

namespace cardon {
namespace {

using testing::ElementsAre;

bool reads(const plan::TaskDecl& task, const plan::Slot& slot, int radius) {
  for (const plan::Read& read : task.reads) {
    if (read.slot == slot) return read.radius == Index3{radius, radius, radius};
  }
  return false;
}

TEST(PlanTasks, CarryReadsWritesAndRotations) {
  Toy toy;
  const ToyBoundary radiative(1, true);
  add_leapfrog(toy);
  const_cast<ThornDeclaration*>(toy.input.thorns[0])->radiations.push_back({"phi", "speed", 0});
  toy.boundary(radiative, "radiative");
  const Program program = toy.build();
  const std::vector<plan::TaskDecl> tasks = plan_tasks(program);
  const auto decl = [&](const char* name) { return tasks[std::size_t(task(program, name).id)]; };

  const plan::TaskDecl evolve = decl("WaveToy::evolve");
  EXPECT_TRUE(reads(evolve, {0, 0}, 1));
  EXPECT_TRUE(reads(evolve, {0, 1}, 0));
  EXPECT_THAT(evolve.writes, ElementsAre(plan::Slot{0, plan::Slot::next_level}));
  EXPECT_FALSE(evolve.partial);

  const plan::TaskDecl fill = decl("boundary of next(WaveToy::phi)");
  EXPECT_TRUE(fill.partial);
  EXPECT_TRUE(reads(fill, {0, 0}, 0));
  EXPECT_THAT(fill.writes, ElementsAre(plan::Slot{0, plan::Slot::next_level}));

  const plan::TaskDecl rotate = decl("rotate levels");
  EXPECT_TRUE(rotate.rotate);
  EXPECT_THAT(rotate.rotates, ElementsAre(0));
}

TEST(PlanTasks, PointsThatNobodyComputesStayAlive) {
  Toy toy;
  const ToyBoundary flat(1);
  toy.boundary(flat, "neumann");
  toy.euler();
  ToyThorn thorn = toy.thorn("T");
  thorn.field("u", Role::evolved, 0, Tensor::scalar, false).auxiliary("a");
  thorn.at(Initial, "start").writes("u").writes("a");
  thorn.at(EvolveRhs, "rhs").reads("a", 1).writes("u", rhs_level);
  toy.input.stages = {{0, {{1, {{0, 1}}, 1}, {0, {{1, 1}}, 0}}}};  // u is written before it is read
  const Program program = toy.build();
  const plan::TaskDecl combine = plan_tasks(program)[std::size_t(task(program, "euler [1/1]").id)];
  EXPECT_TRUE(reads(combine, {field(program, "u").id, 0}, 0));
}

TEST(PlanTasks, LeapfrogOnFourLayersExchangesEveryFourSteps) {
  Toy toy;
  add_leapfrog(toy);
  const Program program = toy.build();
  const plan::PlanInput input{plan_fields(program), plan_tasks(program), {{"inner", 4, 0, -1}}};
  const plan::Plan plan =
      plan::make_plan(input, plan::CyclicSequence({program.initial}, {program.step}));
  std::vector<int> depths;
  for (const plan::Segment& segment : plan.cycle) {
    for (const plan::Operation& operation : segment.operations) {
      for (const plan::SlotDepth& sent : operation.fields) depths.push_back(sent.depth);
    }
  }
  EXPECT_EQ(plan.cycle_steps, 4);
  EXPECT_THAT(depths, testing::UnorderedElementsAre(4, 3));
}

// Steps, counted from the first of the evolution, in which a plan computes a task, and how many
// steps there are in its cycle.
std::vector<long> steps_with(const std::vector<plan::Segment>& segments, long first, int task) {
  std::vector<long> found;
  for (const plan::Segment& segment : segments)
    for (const plan::Operation& operation : segment.operations) {
      if (operation.kind == plan::Operation::Kind::step_end) ++first;
      if (operation.kind == plan::Operation::Kind::compute && operation.task == task)
        found.push_back(first - 1);
    }
  return found;
}

Program with_a_rare_task(int every) {
  Toy toy;
  add_leapfrog(toy);
  ToyThorn thorn = toy.thorn("Rare");
  thorn.auxiliary("a");
  thorn.at(PreStep, "note").reads("WaveToy::phi", 1).writes("a").every(every);
  return toy.build();
}

TEST(PlanOfDueTasks, HasTasksInTheStepsInWhichTheyAreDue) {
  const Program program = with_a_rare_task(3);
  const plan::CyclicPlan due = plan_of_due_tasks(program, {{"inner", 2, 0, -1}}, 100);
  const int rare = task(program, "Rare::note").id, often = task(program, "WaveToy::evolve").id;
  EXPECT_EQ(due.cycle_steps % 3, 0);
  EXPECT_EQ(steps_with(due.cycle, due.prologue_steps, often).size(), std::size_t(due.cycle_steps));
  const std::vector<long> steps = steps_with(due.cycle, due.prologue_steps, rare);
  EXPECT_EQ(steps.size(), std::size_t(due.cycle_steps / 3));
  for (const long step : steps) EXPECT_EQ(step % 3, 0);
  const plan::CyclicPlan always = cyclic_plan(program, {{"inner", 2, 0, -1}});
  EXPECT_EQ(steps_with(always.cycle, 1, rare).size(), std::size_t(always.cycle_steps));
}

TEST(PlanOfDueTasks, EndsWhereTheyRepeatTooLate) {
  const Program program = with_a_rare_task(101);
  const plan::CyclicPlan due = plan_of_due_tasks(program, {{"inner", 2, 0, -1}}, 100);
  EXPECT_TRUE(due.cycle.empty());
  EXPECT_EQ(due.prologue_steps, 101) << "the initial tasks and 100 steps";
  EXPECT_EQ(steps_with(due.prologue, 0, task(program, "Rare::note").id), std::vector<long>{0});
}

// The initial data are computed in the ghost zones, so the first exchange is one of the cycle.
TEST(RepeatedExchanges, AreThoseOfTheCycle) {
  Toy toy;
  add_leapfrog(toy);
  const std::vector<plan::Operation> exchanges =
      repeated_exchanges(toy.build(), {{"inner", 4, 0, -1}}, 0);
  ASSERT_EQ(exchanges.size(), 1u);
  std::vector<int> depths;
  for (const plan::SlotDepth& sent : exchanges[0].fields) depths.push_back(sent.depth);
  EXPECT_THAT(depths, testing::UnorderedElementsAre(4, 3));
}

TEST(RepeatedExchanges, AreOfOneLink) {
  Toy toy;
  add_leapfrog(toy);
  const std::vector<plan::Link> links = {{"inner", 1, 0, -1}, {"wide", 3, 1, 2}};
  for (const int link : {0, 1}) {
    const auto exchanges = repeated_exchanges(toy.build(), links, link);
    EXPECT_FALSE(exchanges.empty());
    for (const plan::Operation& exchange : exchanges) EXPECT_EQ(exchange.link, link);
    for (std::size_t n = 1; n < exchanges.size(); ++n)
      EXPECT_NE(exchanges[n].fields, exchanges[n - 1].fields);
  }
}

TEST(RepeatedExchanges, AreNotGuessedWhereTheyRepeatTooLate) {
  EXPECT_TRUE(repeated_exchanges(with_a_rare_task(101), {{"inner", 2, 0, -1}}, 0).empty());
  EXPECT_FALSE(repeated_exchanges(with_a_rare_task(3), {{"inner", 2, 0, -1}}, 0).empty());
}

TEST(PlanFields, AreQualifiedWhereNamesAreShared) {
  Toy toy;
  toy.thorn("A").auxiliary("u").auxiliary("v");
  toy.thorn("B").auxiliary("u");
  EXPECT_THAT(plan_fields(toy.build()), ElementsAre("A::u", "v", "B::u"));
}

}  // namespace
}  // namespace cardon
