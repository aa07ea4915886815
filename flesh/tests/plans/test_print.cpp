// SPDX-License-Identifier: Apache-2.0
// A plan in words.
#include <gmock/gmock.h>

#include "plans/print.hpp"

namespace cardon::plan {
namespace {

using Lines = std::vector<std::string>;
using testing::ElementsAre;

constexpr auto step_end = Operation::Kind::step_end;

/// A segment of these operations, and a plan with a field, two links and four tasks for them.
struct PlanInWords : ::testing::Test {
  PlanInWords() {
    plan.input.fields = {"phi", "a_longer_name"};
    plan.input.links = {{"blocks", 2, 0, -1}, {"a-b", 12, 1, 0}};
    TaskDecl rotate{.name = "rotate levels"};
    rotate.rotate = true;
    rotate.rotates = {0, 1};
    plan.input.tasks = {{.name = "T::go"}, {.name = "T::evolve"}, {.name = "faces"}, rotate};
  }
  static Operation compute(int task, std::vector<int> growth) {
    return {.kind = Operation::Kind::compute, .task = task, .growth = std::move(growth)};
  }
  static Segment steps(int number) {
    Segment segment;
    segment.operations = {compute(1, {0, 0})};
    for (int n = 0; n < number; ++n) segment.operations.push_back({.kind = step_end});
    return segment;
  }
  Lines words(Operation operation) const {
    Segment segment;
    segment.operations = {std::move(operation)};
    return print(segment, plan.input);
  }
  Plan plan;
};

TEST_F(PlanInWords, LayersOfATaskStandBelowTheirLinks) {
  EXPECT_THAT(words(compute(0, {1, 11})), ElementsAre("  T::go               1  11"));
  EXPECT_THAT(words(compute(1, {0, 2})), ElementsAre("  T::evolve           0   2"));
}

TEST_F(PlanInWords, TasksAtFacesSaySo) {
  EXPECT_THAT(words({.kind = Operation::Kind::boundary, .task = 2, .growth = {0, 3}}),
              ElementsAre("  faces               0   3  (domain faces)"));
}

TEST_F(PlanInWords, AnExchangeNamesItsLinkTheLevelsAndTheirLayers) {
  Operation sent{.kind = Operation::Kind::exchange, .link = 1};
  sent.fields = {{{0, 0}, 3, {}}, {{0, 1}, 2, {}}, {{1, Slot::next_level}, 1, {}}};
  EXPECT_THAT(words(sent),
              ElementsAre("exchange on a-b: phi 3, phi[past 1] 2, a_longer_name[next] 1"));
}

TEST_F(PlanInWords, ARotationNamesItsFieldsAndAStepItsEnd) {
  EXPECT_THAT(words({.kind = Operation::Kind::rotate, .task = 3}),
              ElementsAre("  rotate phi a_longer_name"));
  EXPECT_THAT(words({.kind = step_end}), ElementsAre("  -- end of step"));
}

TEST_F(PlanInWords, APlanWithACycleTellsItsPeriod) {
  plan.prologue = {steps(1)};
  plan.prologue_steps = 1;
  plan.cycle = {steps(1), steps(1)};
  plan.cycle_steps = 2;
  const std::string task = "  T::evolve           0   0";
  EXPECT_THAT(print(plan),
              ElementsAre("link blocks: ghost depth 2", "link a-b: ghost depth 12",
                          "  task           blocks a-b   (layers computed beyond the "
                          "owned points)",
                          "once, step 0:", task, "  -- end of step", "then every 2 steps:", task,
                          "  -- end of step", task, "  -- end of step"));
  plan.cycle_steps = 1;
  EXPECT_THAT(print(plan), testing::Contains("then every 1 step:"));
}

TEST_F(PlanInWords, ThePrologueCountsTheStepItStartsOnlyIfItStops) {
  plan.prologue = {steps(3)};
  plan.prologue_steps = 3;
  EXPECT_THAT(print(plan), testing::Contains("once, steps 0 to 2:"));
  plan.prologue.back().operations.push_back(compute(0, {0, 0}));  // the beginning of one more step
  EXPECT_THAT(print(plan), testing::Contains("once, steps 0 to 3:"));
}

TEST_F(PlanInWords, StepsWithoutOperationsAreNoTable) {
  Segment empty;
  empty.operations = {{.kind = step_end}};
  plan.prologue = plan.cycle = {empty};
  EXPECT_THAT(print(plan), ElementsAre("link blocks: ghost depth 2", "link a-b: ghost depth 12",
                                       "no step computes or exchanges anything"));
}

}  // namespace
}  // namespace cardon::plan
