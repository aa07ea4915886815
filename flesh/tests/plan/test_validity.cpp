// SPDX-License-Identifier: Apache-2.0
// What is right already is not sent: constants, derived fields, past levels.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "plans/print.hpp"
#include "random_numbers.hpp"
#include "schemes.hpp"
#include "walk.hpp"

// The expected plans are laid out as they are printed.
// clang-format off
namespace cardon::plan {
namespace {

using Lines = std::vector<std::string>;
using testing::Contains;
using testing::ElementsAreArray;
using testing::HasSubstr;
using testing::Not;

// Leapfrog with a coefficient that only an initial task writes.
Scheme with_coefficient(std::vector<Link> links) {
  Scheme s = leapfrog(std::move(links));
  const Slot kappa{s.field("kappa")};
  s.at_start({.name = "medium", .reads = {}, .writes = {kappa}, .rotates = {}});
  s.input.tasks[s.step[0]].reads.push_back({kappa, cube(1)});
  return s;
}

// Diffusion: u in place, with a coefficient.
Scheme diffusion(std::vector<Link> links) {
  Scheme s;
  s.input.links = std::move(links);
  const Slot u{s.field("u")}, kappa{s.field("kappa")}, rate{s.field("rate")};
  s.at_start({.name = "initial", .reads = {}, .writes = {u}, .rotates = {}});
  s.at_start({.name = "medium", .reads = {}, .writes = {kappa}, .rotates = {}});
  s.in_step({.name = "rhs", .reads = {{u, cube(1)}, {kappa, cube(1)}}, .writes = {rate},
             .rotates = {}});
  s.in_step({.name = "euler", .reads = {{u}, {rate}}, .writes = {u}, .rotates = {}});
  return s;
}

Lines resumed_lines(const Scheme& s, int steps) {
  const CyclicSequence sequence = s.sequence(steps);
  Planner planner(s.input, sequence);
  return print(Segment{walk(planner, planner.resume(1)), 0}, s.input);
}

Lines exchanges(const Lines& lines) {
  Lines found;
  for (const std::string& line : lines) {
    if (line.rfind("exchange", 0) == 0) found.push_back(line);
  }
  return found;
}

TEST(PlanValidity, BoxesOfLayers) {
  Validity valid({0, 5});
  EXPECT_TRUE(valid.covers({0, 5}));
  EXPECT_FALSE(valid.covers({1, 0}));
  valid.add({2, 3});
  EXPECT_TRUE(valid.covers({2, 3}));
  EXPECT_TRUE(valid.covers({0, 5}));
  EXPECT_FALSE(valid.covers({1, 4}));
  valid.lower({1, 4});
  EXPECT_TRUE(valid.covers({1, 3}));
  EXPECT_TRUE(valid.covers({0, 4}));
  EXPECT_FALSE(valid.covers({0, 5}));
  valid.add({1, 4});
  EXPECT_EQ(valid, Validity({1, 4}));
}

TEST(PlanConstant, IsComputedInGhostsAtTheBeginningAndNeverSent) {
  EXPECT_THAT(plan_lines(with_coefficient({blocks(1)})), ElementsAreArray(Lines{
      "link blocks: ghost depth 1",
      "  task      blocks   (layers computed beyond the owned points)",
      "once, steps 0 to 1:",
      "  gaussian       1", "  medium         1", end_of_step,
      "  evolve         0", "  rotate phi", end_of_step,
      "then every 1 step:",
      "exchange on blocks: phi 1",
      "  evolve         0", "  rotate phi", end_of_step}));
  EXPECT_THAT(cycle_lines(with_coefficient({blocks(4)}))[1], "exchange on blocks: phi 4, phi[past 1] 3");
}

TEST(PlanConstant, IsSentOnceAfterARestart) {
  EXPECT_THAT(exchanges(resumed_lines(with_coefficient({blocks(2)}), 6)), ElementsAreArray(Lines{
      "exchange on blocks: phi 2, phi[past 1] 1, kappa 2",
      "exchange on blocks: phi 2", "exchange on blocks: phi 2"}));
}

// The blocks' ghosts of kappa reach 5 layers out of the site after the first exchange, and stay.
TEST(PlanConstant, IsSentOnceOnEachOfTwoLinksAfterARestart) {
  EXPECT_THAT(exchanges(resumed_lines(diffusion({blocks(2), wide("A-B", 5)}), 10)),
              ElementsAreArray(Lines{
      "exchange on A-B: u 5, kappa 5", "exchange on blocks: u 2, kappa 2",
      "exchange on blocks: u 2", "exchange on blocks: u 1",
      "exchange on A-B: u 5", "exchange on blocks: u 2",
      "exchange on blocks: u 2", "exchange on blocks: u 1"}));
}

TEST(PlanConstant, IsNeverSentOnTwoLinksFromTheBeginning) {
  for (const std::vector<Link>& links : {std::vector{blocks(1), wide("A-B", 1)},
                                         std::vector{blocks(2), wide("A-B", 5)},
                                         std::vector{blocks(4), wide("A-B", 3)}}) {
    EXPECT_THAT(plan_lines(diffusion(links)), Not(Contains(HasSubstr("kappa"))));
  }
}

// Computed 2 layers deep for a reader at the point. A task of radius 3 every fourth step needs it
// deeper: it is sent once.
TEST(PlanConstant, IsSentOnceMoreWhenNeededDeeper) {
  Scheme s = diffusion({blocks(3), wide("A-B", 3)});
  s.input.tasks[s.step[0]].reads[1].radius = {0, 0, 0};
  const int measure = s.task({.name = "measure",
                              .reads = {{{1, 0}, cube(3)}},
                              .writes = {{s.field("flux")}},
                              .rotates = {}});
  std::vector<int> fourth = s.step;
  fourth.push_back(measure);
  const Plan plan =
      make_plan(s.input, CyclicSequence({s.initial}, {s.step, s.step, s.step, fourth}));
  EXPECT_THAT(exchanges(print(plan)), ElementsAreArray(Lines{
      "exchange on A-B: u 3, kappa 3", "exchange on blocks: u 3, kappa 3",
      "exchange on A-B: u 3", "exchange on blocks: u 3",
      "exchange on A-B: u 3", "exchange on blocks: u 3",
      "exchange on A-B: u 3", "exchange on blocks: u 3",
      "exchange on A-B: u 3", "exchange on blocks: u 3"}));
}

// Written every third step as deep as it is read then; sent before the step in which more is needed.
TEST(PlanDerived, IsSentOnceAfterEachTimeItIsWritten) {
  Scheme s = with_coefficient({blocks(1)});
  const int derive = s.task({.name = "derive",
                             .reads = {{{0, 0}, cube(1)}},
                             .writes = {{1, 0}},
                             .rotates = {}});
  std::vector<int> third = s.step;
  third.push_back(derive);
  const Plan plan = make_plan(s.input, CyclicSequence({s.initial}, {s.step, s.step, third}));
  Lines lines;
  for (const Segment& segment : plan.cycle) {
    for (const std::string& line : print(segment, s.input)) lines.push_back(line);
  }
  EXPECT_THAT(exchanges(lines), testing::UnorderedElementsAreArray(Lines{
      "exchange on blocks: phi 1", "exchange on blocks: kappa 1", "exchange on blocks: phi 1",
      "exchange on blocks: phi 1"}));
}

// All three levels are read with neighbours. Past levels are yesterday's current one, ghosts too.
TEST(PlanPastLevels, AreNotSentAgainAfterRotation) {
  Scheme s;
  s.input.links = {blocks(1)};
  const int u = s.field("u");
  s.at_start({.name = "initial", .reads = {}, .writes = {{u, 0}, {u, 1}, {u, 2}}, .rotates = {}});
  s.in_step({.name = "evolve",
             .reads = {{{u, 0}, cube(1)}, {{u, 1}, cube(1)}, {{u, 2}, cube(1)}},
             .writes = {{u, Slot::next_level}},
             .rotates = {}});
  s.in_step({.name = "rotate", .reads = {}, .writes = {}, .rotate = true, .rotates = {u}});
  EXPECT_EQ(cycle_lines(s)[1], "exchange on blocks: u 1");
  EXPECT_THAT(exchanges(resumed_lines(s, 3)), ElementsAreArray(Lines{
      "exchange on blocks: u 1, u[past 1] 1, u[past 2] 1",
      "exchange on blocks: u 1", "exchange on blocks: u 1"}));
  s.input.links = {blocks(1), wide("A-B", 1)};
  EXPECT_EQ(cycle_lines(s)[1], "exchange on A-B: u 1");
  EXPECT_EQ(cycle_lines(s)[2], "exchange on blocks: u 1");
}

// A boundary task touches the faces only, but there the ghosts beyond its growth are stale.
TEST(PlanValidity, ABoundaryTaskLeavesNoMoreRightThanItComputes) {
  FlatTask boundary;
  boundary.writes = {1};
  boundary.partial = true;
  std::vector<Validity> valid(2, Validity({2, 3}));
  Rules().computed(boundary, {0, 4}, valid);
  EXPECT_EQ(valid[0], Validity({2, 3}));
  EXPECT_EQ(valid[1], Validity({0, 3}));
}

// Exchanging before it keeps the coefficient's ghosts right, for the task is computed there too.
TEST(PlanValidity, ABoundaryTaskMovesTheExchange) {
  Scheme s = diffusion({blocks(1)});
  s.in_step({.name = "heat", .reads = {}, .writes = {{1, 0}}, .partial = true, .rotates = {}});
  EXPECT_THAT(cycle_lines(s), ElementsAreArray(Lines{
      "then every 1 step:", "exchange on blocks: u 1", "  heat          1  (domain faces)",
      end_of_step, "  rhs           0", "  euler         0"}));
}

// Whatever comes at random, states repeat, and remembered segments are used again.
TEST(PlanValidity, IrregularStepsLeadToFewStates) {
  Scheme s = runge_kutta_4({blocks(5), wide("A-B", 12)}, 2);
  const Slot kappa{s.field("kappa")};
  s.at_start({.name = "medium", .reads = {}, .writes = {kappa}, .rotates = {}});
  s.input.tasks[s.step[0]].reads.push_back({kappa, cube(1)});
  const int derive = s.task({.name = "derive",
                             .reads = {{{0, 0}, cube(2)}, {kappa, cube(2)}},
                             .writes = {kappa},
                             .rotates = {}});
  std::vector<int> derived = s.step;
  derived.push_back(derive);
  RandomNumbers random(3);
  std::vector<std::vector<int>> steps{s.initial};
  for (int step = 0; step < 4000; ++step) steps.push_back(random.chance(30) ? derived : s.step);
  const CyclicSequence sequence(steps, {});
  Planner planner(s.input, sequence);
  Planner::Cursor cursor = planner.start();
  std::set<const Segment*> first_half, all;
  while (const Segment* segment = planner.next(cursor)) {
    if (cursor.step() < 2000) first_half.insert(segment);
    all.insert(segment);
  }
  EXPECT_LT(all.size(), 400u);
  EXPECT_LE(all.size(), first_half.size() + first_half.size() / 8);
}

}  // namespace
}  // namespace cardon::plan
