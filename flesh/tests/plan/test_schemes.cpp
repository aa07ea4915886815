// SPDX-License-Identifier: Apache-2.0
// Plans of well-known schemes, as they are printed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "schemes.hpp"

// The expected plans are laid out as they are printed.
// clang-format off
namespace cardon::plan {
namespace {

using Lines = std::vector<std::string>;
using testing::Contains;
using testing::ElementsAreArray;
using testing::HasSubstr;
using testing::Not;

TEST(PlanLeapfrog, DepthFourExchangesEveryFourSteps) {
  EXPECT_THAT(plan_lines(leapfrog({blocks(4)})), ElementsAreArray(Lines{
      "link blocks: ghost depth 4",
      "  task      blocks   (layers computed beyond the owned points)",
      "once, steps 0 to 4:",
      "  gaussian       4", end_of_step,
      "  evolve         3", "  rotate phi", end_of_step,
      "  evolve         2", "  rotate phi", end_of_step,
      "  evolve         1", "  rotate phi", end_of_step,
      "  evolve         0", "  rotate phi", end_of_step,
      "then every 4 steps:",
      "exchange on blocks: phi 4, phi[past 1] 3",
      "  evolve         3", "  rotate phi", end_of_step,
      "  evolve         2", "  rotate phi", end_of_step,
      "  evolve         1", "  rotate phi", end_of_step,
      "  evolve         0", "  rotate phi", end_of_step}));
}

TEST(PlanLeapfrog, DepthOneSendsOnlyTheCurrentLevel) {
  EXPECT_THAT(cycle_lines(leapfrog({blocks(1)})), ElementsAreArray(Lines{
      "then every 1 step:", "exchange on blocks: phi 1",
      "  evolve         0", "  rotate phi", end_of_step}));
}

TEST(PlanLeapfrog, DepthThatIsNoMultipleOfTheRadius) {
  EXPECT_THAT(cycle_lines(leapfrog({blocks(5)}, 2)), ElementsAreArray(Lines{
      "then every 2 steps:", "exchange on blocks: phi 4",
      "  evolve         2", "  rotate phi", end_of_step,
      "  evolve         0", "  rotate phi", end_of_step}));
}

TEST(PlanLeapfrog, WithoutLinksNothingIsExchanged) {
  EXPECT_THAT(cycle_lines(leapfrog({})), ElementsAreArray(Lines{
      "then every 1 step:", "  evolve   ", "  rotate phi", end_of_step}));
}

TEST(PlanRungeKutta, DepthOfOneStageExchangesBeforeEveryStage) {
  EXPECT_THAT(cycle_lines(runge_kutta_4({blocks(2)}, 2)), ElementsAreArray(Lines{
      "then every 1 step:",
      "exchange on blocks: y 2", "  rhs           0", "  update1       0",
      "exchange on blocks: y 2", "  rhs           0", "  update2       0",
      "exchange on blocks: y 2", "  rhs           0", "  update3       0",
      "exchange on blocks: y 2", "  rhs           0", "  update4       0",
      end_of_step}));
}

TEST(PlanRungeKutta, DepthOfTwoStagesSendsTheRegistersInTheMiddle) {
  EXPECT_THAT(cycle_lines(runge_kutta_4({blocks(4)}, 2)), ElementsAreArray(Lines{
      "then every 1 step:",
      "exchange on blocks: y 4",
      "  rhs           2", "  update1       2", "  rhs           0", "  update2       0",
      "exchange on blocks: y 4, sum 2",
      "  rhs           2", "  update3       2", "  rhs           0", "  update4       0",
      end_of_step}));
}

TEST(PlanRungeKutta, DepthOfAStepSendsOnlyTheState) {
  const Lines expected{
      "then every 1 step:",
      "exchange on blocks: y 8",
      "  rhs           6", "  update1       6", "  rhs           4", "  update2       4",
      "  rhs           2", "  update3       2", "  rhs           0", "  update4       0",
      end_of_step};
  EXPECT_THAT(cycle_lines(runge_kutta_4({blocks(8)}, 2)), ElementsAreArray(expected));
  EXPECT_THAT(cycle_lines(runge_kutta_4({blocks(9)}, 2)), ElementsAreArray(expected));
}

// Initial data of a stencil leave fewer layers, so the first exchange is due in mid-step. It comes
// at the beginning of that step, for later ones would also send registers, and no less often.
TEST(PlanRungeKutta, ReturnsToTheBeginningOfAStep) {
  Scheme s = runge_kutta_4({blocks(8)}, 2);
  const Slot potential{s.field("potential")}, y{0};
  s.initial.clear();
  s.at_start({.name = "potential", .reads = {}, .writes = {potential}, .rotates = {}});
  s.at_start({.name = "gradient", .reads = {{potential, cube(2)}}, .writes = {y}, .rotates = {}});
  EXPECT_THAT(cycle_lines(s), ElementsAreArray(Lines{
      "then every 1 step:",
      "exchange on blocks: y 8",
      "  rhs             6", "  update1         6", "  rhs             4", "  update2         4",
      "  rhs             2", "  update3         2", "  rhs             0", "  update4         0",
      end_of_step}));
}

// Six stages without an exchange are more than four.
TEST(PlanRungeKutta, StaysInTheMiddleWhereThatIsLessOften) {
  Scheme s = runge_kutta_4({blocks(12)}, 2);
  EXPECT_THAT(cycle_lines(s), Contains(HasSubstr("y 12, ")));
}

TEST(PlanRungeKutta, DepthOfTwoSteps) {
  const Lines lines = cycle_lines(runge_kutta_4({blocks(16)}, 2));
  EXPECT_EQ(lines[0], "then every 2 steps:");
  EXPECT_EQ(lines[1], "exchange on blocks: y 16");
  EXPECT_EQ(lines.size(), 2u + 2 * 9);
}

TEST(PlanCrankNicholson, AllIterationsBetweenTwoExchanges) {
  EXPECT_THAT(cycle_lines(crank_nicholson({blocks(3)}, 3)), ElementsAreArray(Lines{
      "then every 1 step:",
      "exchange on blocks: u 3",
      "  slope         2", "  guess         2",
      "  average       2", "  slope         1", "  guess         1",
      "  average       1", "  slope         0", "  guess         0",
      "  rotate u", end_of_step}));
}

TEST(PlanCrankNicholson, OneIterationBetweenTwoExchanges) {
  EXPECT_THAT(cycle_lines(crank_nicholson({blocks(1)}, 2)), ElementsAreArray(Lines{
      "then every 1 step:",
      "exchange on blocks: u 1", "  slope         0", "  guess         0", "  average       0",
      "exchange on blocks: mean 1", "  slope         0", "  guess         0", "  rotate u",
      end_of_step}));
}

// One task reads 3 points away, the next one 1: together 4. A depth of 5 holds one step.
TEST(PlanRadii, TasksOfDifferentRadius) {
  Scheme s;
  s.input.links = {blocks(5)};
  const Slot u{s.field("u")}, v{s.field("v")};
  s.at_start({.name = "initial", .reads = {}, .writes = {u, v}, .rotates = {}});
  s.in_step({.name = "broad", .reads = {{u, {3, 3, 3}}}, .writes = {v}, .rotates = {}});
  s.in_step({.name = "narrow", .reads = {{v, {1, 1, 1}}, {u}}, .writes = {u}, .rotates = {}});
  EXPECT_THAT(cycle_lines(s), ElementsAreArray(Lines{
      "then every 1 step:", "exchange on blocks: u 4", "  broad         1",
      "  narrow        0", end_of_step}));
}

// The field that is needed is sent to the depth of its own reader.
TEST(PlanRadii, EveryFieldHasItsOwnDepth) {
  Scheme s;
  s.input.links = {blocks(3)};
  const Slot u{s.field("u")}, v{s.field("v")}, w{s.field("w")};
  s.at_start({.name = "initial", .reads = {}, .writes = {u, v, w}, .rotates = {}});
  s.in_step({.name = "flux",
             .reads = {{u, {3, 0, 0}}, {v, {0, 1, 0}}, {w}},
             .writes = {u, v},
             .rotates = {}});
  EXPECT_THAT(cycle_lines(s), Contains("exchange on blocks: u 3, v 1"));
}

TEST(PlanBoundary, GrowsWithTheTaskItFollowsAndCostsNoLayers) {
  Scheme s = leapfrog({blocks(2)});
  const Slot next{0, Slot::next_level};
  const int boundary = s.task({.name = "radiate",
                               .reads = {{next, {1, 1, 1}}, {{0, 0}, {1, 1, 1}}},
                               .writes = {next},
                               .partial = true,
                               .rotates = {}});
  s.step.insert(s.step.begin() + 1, boundary);
  EXPECT_THAT(cycle_lines(s), ElementsAreArray(Lines{
      "then every 2 steps:", "exchange on blocks: phi 2",
      "  evolve         1", "  radiate        1  (domain faces)", "  rotate phi", end_of_step,
      "  evolve         0", "  radiate        0  (domain faces)", "  rotate phi", end_of_step}));
}

// Right-hand sides at faces take values beside the points, of fields that no other task reads so
// far.
TEST(PlanBoundary, ThatReadsBesideTheFacesNeedsWhatItReads) {
  Scheme s;
  s.input.links = {blocks(1)};
  const Slot u{s.field("u")}, v{s.field("v")}, du{s.field("du")}, dv{s.field("dv")};
  s.at_start({.name = "initial", .reads = {}, .writes = {u, v}, .rotates = {}});
  s.in_step({.name = "rhs", .reads = {{u, {1, 1, 1}}, {v}}, .writes = {du, dv}, .rotates = {}});
  s.in_step({.name = "faces",
             .reads = {{u, {1, 1, 1}}, {du}, {v, {1, 1, 1}}, {dv}},
             .writes = {du, dv},
             .partial = true,
             .reads_beside = true,
             .rotates = {}});
  s.in_step({.name = "add", .reads = {{u}, {v}, {du}, {dv}}, .writes = {u, v}, .rotates = {}});
  EXPECT_THAT(cycle_lines(s), Contains("exchange on blocks: u 1, v 1"));
}

// A task in place needs its own older value, however often it is applied.
TEST(PlanInPlace, ReadsItsOlderValue) {
  Scheme s;
  s.input.links = {blocks(2)};
  const Slot u{s.field("u")};
  s.at_start({.name = "initial", .reads = {}, .writes = {u}, .rotates = {}});
  s.in_step({.name = "smooth", .reads = {{u, {1, 1, 1}}}, .writes = {u}, .rotates = {}});
  s.in_step({.name = "damp", .reads = {{u}}, .writes = {u}, .rotates = {}});
  EXPECT_THAT(cycle_lines(s), ElementsAreArray(Lines{
      "then every 2 steps:", "exchange on blocks: u 2",
      "  smooth        1", "  damp          1", end_of_step,
      "  smooth        0", "  damp          0", end_of_step}));
}

// Tasks that read no neighbours need no exchange at all.
TEST(PlanPointwise, NothingIsExchanged) {
  Scheme s;
  s.input.links = {blocks(2)};
  const Slot u{s.field("u")};
  s.at_start({.name = "initial", .reads = {}, .writes = {u}, .rotates = {}});
  s.in_step({.name = "grow", .reads = {{u}}, .writes = {u}, .rotates = {}});
  EXPECT_THAT(plan_lines(s), Not(Contains(HasSubstr("exchange"))));
}

}  // namespace
}  // namespace cardon::plan
