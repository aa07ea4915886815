// SPDX-License-Identifier: Apache-2.0
// The walk: beginning, end, irregular steps, memory.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cardon/thorn/error.hpp>

#include "naive_plan.hpp"
#include "plans/print.hpp"
#include "random_numbers.hpp"
#include "schemes.hpp"
#include "walk.hpp"

// The expected plans are laid out as they are printed.
// clang-format off
namespace cardon::plan {
namespace {

using Lines = std::vector<std::string>;
using testing::ElementsAreArray;
using testing::HasSubstr;

Lines walk_lines(const Scheme& s, const Sequence& sequence, bool resumed = false, long from = 0) {
  Planner planner(s.input, sequence);
  const Planner::Cursor cursor = resumed ? planner.resume(from) : planner.start();
  return print(Segment{walk(planner, cursor), 0}, s.input);
}

TEST(PlannerWalk, BeginsWithoutAnExchange) {
  const Scheme s = leapfrog({blocks(2)});
  EXPECT_THAT(walk_lines(s, s.sequence(2)), ElementsAreArray(Lines{
      "  gaussian       2", end_of_step,
      "  evolve         1", "  rotate phi", end_of_step,
      "  evolve         0", "  rotate phi", end_of_step}));
}

TEST(PlannerWalk, NeedsNothingBeyondTheLastStep) {
  const Scheme s = leapfrog({blocks(4)});
  const CyclicSequence sequence = s.sequence(6);
  Planner planner(s.input, sequence);
  Planner::Cursor cursor = planner.start();
  planner.next(cursor);
  EXPECT_EQ(cursor.step(), 5);
  EXPECT_THAT(print(*planner.next(cursor), s.input), ElementsAreArray(Lines{
      "exchange on blocks: phi 2",
      "  evolve         1", "  rotate phi", end_of_step,
      "  evolve         0", "  rotate phi", end_of_step}));
  EXPECT_EQ(cursor.step(), 7);
  EXPECT_EQ(planner.next(cursor), nullptr);
  EXPECT_EQ(planner.next(cursor), nullptr);
}

TEST(PlannerWalk, AnEmptyRunHasNoSegments) {
  const Scheme s = leapfrog({blocks(4)});
  const CyclicSequence sequence({}, {});
  Planner planner(s.input, sequence);
  Planner::Cursor cursor = planner.start();
  EXPECT_EQ(planner.next(cursor), nullptr);
}

TEST(PlannerWalk, StepsWithoutTasksStillEnd) {
  const Scheme s = leapfrog({blocks(4)});
  EXPECT_THAT(walk_lines(s, CyclicSequence({{}, {}, s.initial, {}}, {})), ElementsAreArray(Lines{
      end_of_step, end_of_step, "  gaussian       0", end_of_step, end_of_step}));
}

TEST(PlannerWalk, ResumesWithAnExchangeOnAllLinks) {
  const Scheme s = leapfrog({blocks(2), wide("A-B", 3)});
  EXPECT_THAT(walk_lines(s, s.sequence(11), true, 10), ElementsAreArray(Lines{
      "exchange on A-B: phi 2, phi[past 1] 1",
      "exchange on blocks: phi 2, phi[past 1] 1",
      "  evolve         1   1", "  rotate phi", end_of_step,
      "  evolve         0   0", "  rotate phi", end_of_step}));
}

TEST(PlannerWalk, ReadingWhatWasNeverWrittenIsABug) {
  Scheme s = leapfrog({blocks(2)});
  s.initial.clear();
  const CyclicSequence sequence = s.sequence();
  Planner planner(s.input, sequence);
  Planner::Cursor cursor = planner.start();
  const auto message = HasSubstr("phi is read with neighbours before any task has written it");
  EXPECT_THAT([&] { planner.next(cursor); }, testing::ThrowsMessage<Bug>(message));
}

// The exchange before an analysis of radius 2 every third step serves the next two steps as well.
TEST(PlannerWalk, ATaskEveryThirdStep) {
  Scheme s = leapfrog({blocks(2)});
  const int energy = s.field("energy");
  const int measure = s.task({.name = "measure",
                              .reads = {{{0, 0}, {2, 2, 2}}},
                              .writes = {{energy, 0}},
                              .rotates = {}});
  std::vector<int> third = s.step;
  third.push_back(measure);
  const CyclicSequence sequence({s.initial}, {s.step, s.step, third});
  const Plan plan = make_plan(s.input, sequence);
  EXPECT_EQ(plan.cycle_steps, 3);
  Lines lines;
  for (const Segment& segment : plan.cycle) {
    for (const std::string& line : print(segment, s.input)) lines.push_back(line);
  }
  EXPECT_THAT(lines, ElementsAreArray(Lines{
      "exchange on blocks: phi 1",
      "  evolve         0", "  rotate phi",
      "exchange on blocks: phi 2",
      "  measure        0", end_of_step,
      "  evolve         1", "  rotate phi", end_of_step,
      "  evolve         0", "  rotate phi", end_of_step}));
}

// A field that is derived at times and then read by the evolution.
TEST(PlannerWalk, ADerivedFieldIsComputedAsDeepAsItIsRead) {
  Scheme s = leapfrog({blocks(3)});
  const Slot viscosity{s.field("viscosity")};
  s.at_start({.name = "still", .reads = {}, .writes = {viscosity}, .rotates = {}});
  const int derive = s.task({.name = "derive",
                             .reads = {{{0, 0}, {1, 1, 1}}},
                             .writes = {viscosity},
                             .rotates = {}});
  s.input.tasks[s.step[0]].reads.push_back({viscosity, {1, 1, 1}});
  std::vector<int> second = s.step;
  second.insert(second.begin(), derive);
  const auto lines = print(make_plan(s.input, CyclicSequence({s.initial}, {s.step, second})));
  const auto cycle = std::find(lines.begin(), lines.end(), "then every 2 steps:");
  EXPECT_THAT(Lines(cycle, lines.end()), ElementsAreArray(Lines{
      "then every 2 steps:",
      "exchange on blocks: phi 3, viscosity 3",
      "  evolve         2", "  rotate phi", end_of_step,
      "  derive         1", "  evolve         0", "  rotate phi", end_of_step}));
}

TEST(PlannerMemory, ASecondWalkMakesNoSegmentAnew) {
  const Scheme s = runge_kutta_4({blocks(6), wide("A-B", 11)}, 2);
  const CyclicSequence sequence = s.sequence(40);
  Planner planner(s.input, sequence);
  Planner::Cursor first = planner.start();
  Planner::Cursor second = planner.start();
  std::vector<const Segment*> segments;
  while (const Segment* segment = planner.next(first)) segments.push_back(segment);
  for (const Segment* segment : segments) EXPECT_EQ(planner.next(second), segment);
  EXPECT_EQ(planner.next(second), nullptr);
}

TEST(PlannerMemory, TheSteadyStateRepeatsItsSegments) {
  const Scheme s = leapfrog({blocks(4)});
  const CyclicSequence sequence = s.sequence();
  Planner planner(s.input, sequence);
  Planner::Cursor cursor = planner.start();
  planner.next(cursor);
  const Segment* segment = planner.next(cursor);
  for (int turn = 0; turn < 100; ++turn) EXPECT_EQ(planner.next(cursor), segment);
  EXPECT_EQ(cursor.step(), 5 + 4 * 101);
}

// Steps with analysis come at random. Remembered segments must be those that fit what follows.
TEST(PlannerMemory, IrregularStepsAreThoseOfTheSlowSearch) {
  Scheme s = runge_kutta_4({blocks(5), wide("A-B", 12)}, 2);
  const int energy = s.field("energy");
  const int measure = s.task({.name = "measure",
                              .reads = {{{0, 0}, {2, 2, 2}}},
                              .writes = {{energy, 0}},
                              .rotates = {}});
  std::vector<int> measured = s.step;
  measured.push_back(measure);
  RandomNumbers random(7);
  std::vector<std::vector<int>> steps{s.initial};
  for (int step = 0; step < 40; ++step) steps.push_back(random.chance(30) ? measured : s.step);
  const CyclicSequence sequence(steps, {});
  Planner planner(s.input, sequence);
  EXPECT_EQ(walk(planner, planner.start()), naive_plan(s.input, steps));
}

// Without any task that reads neighbours a segment has no natural end, but it must have one.
TEST(PlannerMemory, SegmentsAreNeverEndless) {
  Scheme s;
  s.input.links = {blocks(1)};
  const Slot u{s.field("u")};
  s.at_start({.name = "initial", .reads = {}, .writes = {u}, .rotates = {}});
  s.in_step({.name = "grow", .reads = {{u}}, .writes = {u}, .rotates = {}});
  const CyclicSequence sequence = s.sequence();
  Planner planner(s.input, sequence);
  Planner::Cursor cursor = planner.start();
  EXPECT_GT(planner.next(cursor)->steps, 10);
  EXPECT_LT(cursor.step(), 1000);
}

}  // namespace
}  // namespace cardon::plan
