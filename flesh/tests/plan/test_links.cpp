// SPDX-License-Identifier: Apache-2.0
// Several links, the choice of exchange points, and ghost depths that are too small.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cardon/thorn/error.hpp>

#include "plan/planner.hpp"
#include "schemes.hpp"

// The expected plans are laid out as they are printed.
// clang-format off
namespace cardon::plan {
namespace {

using Lines = std::vector<std::string>;
using testing::Contains;
using testing::ElementsAreArray;
using testing::HasSubstr;
using testing::StartsWith;

// The blocks exchange every two steps, but also, after one step only, wherever the sites do.
TEST(PlanLinks, AWideExchangeForcesOneBetweenBlocks) {
  EXPECT_THAT(cycle_lines(leapfrog({blocks(2), wide("A-B", 5)})), ElementsAreArray(Lines{
      "then every 5 steps:",
      "exchange on A-B: phi 5, phi[past 1] 4",
      "exchange on blocks: phi 2, phi[past 1] 1",
      "  evolve         1   4", "  rotate phi", end_of_step,
      "  evolve         0   3", "  rotate phi", end_of_step,
      "exchange on blocks: phi 2",
      "  evolve         1   2", "  rotate phi", end_of_step,
      "  evolve         0   1", "  rotate phi", end_of_step,
      "exchange on blocks: phi 1",
      "  evolve         0   0", "  rotate phi", end_of_step}));
}

TEST(PlanLinks, AnExchangeBetweenBlocksForcesNoWideOne) {
  EXPECT_THAT(cycle_lines(leapfrog({blocks(1), wide("A-B", 3)})), ElementsAreArray(Lines{
      "then every 3 steps:",
      "exchange on A-B: phi 3, phi[past 1] 2",
      "exchange on blocks: phi 1", "  evolve         0   2", "  rotate phi", end_of_step,
      "exchange on blocks: phi 1", "  evolve         0   1", "  rotate phi", end_of_step,
      "exchange on blocks: phi 1", "  evolve         0   0", "  rotate phi", end_of_step}));
}

// Links of one level keep their own cadence: 2 and 3 steps meet every 6.
TEST(PlanLinks, WideLinksAreIndependent) {
  const Lines lines = cycle_lines(leapfrog({blocks(6), wide("A-B", 2), wide("B-C", 3)}));
  EXPECT_EQ(lines[0], "then every 6 steps:");
  EXPECT_EQ(std::count(lines.begin(), lines.end(), "exchange on A-B: phi 2"), 3);
  EXPECT_EQ(std::count(lines.begin(), lines.end(), "exchange on B-C: phi 3, phi[past 1] 2"), 2);
  const auto between_blocks = [](const std::string& line) {
    return line.rfind("exchange on blocks", 0) == 0;
  };
  EXPECT_EQ(std::count_if(lines.begin(), lines.end(), between_blocks), 4);
}

TEST(PlanLinks, ThreeLevels) {
  Link far{"far", 4, 2, 0};
  const Lines lines = cycle_lines(leapfrog({blocks(2), wide("near", 3), far}));
  EXPECT_EQ(lines[0], "then every 4 steps:");
  EXPECT_THAT((Lines{lines[1], lines[2], lines[3]}), ElementsAreArray(Lines{
      "exchange on far: phi 4, phi[past 1] 3", "exchange on near: phi 3, phi[past 1] 2",
      "exchange on blocks: phi 2, phi[past 1] 1"}));
  EXPECT_THAT(lines, Contains("exchange on near: phi 1"));
}

// Only the radius along the chain of sites counts on a wide link, the largest one between blocks.
TEST(PlanLinks, OnlyTheRadiusAlongTheAxisCounts) {
  Scheme s;
  s.input.links = {blocks(3), wide("along x", 3, 0), wide("along y", 3, 1), wide("along z", 3, 2)};
  const Slot u{s.field("u")};
  s.at_start({.name = "initial", .reads = {}, .writes = {u}, .rotates = {}});
  s.in_step({.name = "stencil", .reads = {{u, {2, 3, 0}}}, .writes = {u}, .rotates = {}});
  const Lines lines = cycle_lines(s);
  EXPECT_THAT(lines, Contains("exchange on along x: u 2"));
  EXPECT_THAT(lines, Contains("exchange on along y: u 3"));
  EXPECT_THAT(lines, Contains("exchange on blocks: u 3"));
  EXPECT_THAT(lines, Not(Contains(StartsWith("exchange on along z"))));
}

// The stencil reads three copies of u. Exchanging u before it is copied sends one field, not three.
TEST(PlanChoice, FewestLiveFields) {
  Scheme s;
  s.input.links = {blocks(1)};
  const Slot u{s.field("u")}, a{s.field("a")}, b{s.field("b")}, c{s.field("c")};
  s.at_start({.name = "initial", .reads = {}, .writes = {u, a, b, c}, .rotates = {}});
  s.in_step({.name = "copy", .reads = {{u}}, .writes = {a, b, c}, .rotates = {}});
  const Index3 one{1, 1, 1};
  s.in_step({.name = "stencil",
             .reads = {{a, one}, {b, one}, {c, one}},
             .writes = {u},
             .rotates = {}});
  EXPECT_THAT(cycle_lines(s), ElementsAreArray(Lines{
      "then every 1 step:", "exchange on blocks: u 1", "  copy          1",
      "  stencil       0", end_of_step}));
}

// Three slots are live at the step boundary and two after the products. But two of the three are
// constants, which no exchange has to send again.
TEST(PlanChoice, OnlySlotsThatMustBeSentCount) {
  Scheme s;
  s.input.links = {blocks(1)};
  const Slot u{s.field("u")}, a{s.field("a")}, b{s.field("b")}, p{s.field("p")}, q{s.field("q")};
  s.at_start({.name = "initial", .reads = {}, .writes = {u, a, b}, .rotates = {}});
  s.in_step({.name = "products", .reads = {{u}, {a}, {b}}, .writes = {p, q}, .rotates = {}});
  const Index3 one{1, 1, 1};
  s.in_step({.name = "stencil", .reads = {{p, one}, {q, one}}, .writes = {u}, .rotates = {}});
  EXPECT_THAT(cycle_lines(s), ElementsAreArray(Lines{
      "then every 1 step:", "exchange on blocks: u 1", "  products       1",
      "  stencil        0", end_of_step}));
}

// One slot is live everywhere between two stencils: the step boundary wins over a later point.
TEST(PlanChoice, StepBoundaryWhereEqual) {
  Scheme s;
  s.input.links = {blocks(1)};
  const Slot u{s.field("u")}, v{s.field("v")};
  s.at_start({.name = "initial", .reads = {}, .writes = {u}, .rotates = {}});
  s.in_step({.name = "copy", .reads = {{u}}, .writes = {v}, .rotates = {}});
  s.in_step({.name = "stencil", .reads = {{v, {1, 1, 1}}}, .writes = {u}, .rotates = {}});
  s.in_step({.name = "damp", .reads = {{u}}, .writes = {u}, .rotates = {}});
  EXPECT_EQ(cycle_lines(s)[1], "exchange on blocks: u 1");
  EXPECT_EQ(cycle_lines(s)[2], "  copy          1");
}

TEST(PlanDepth, TooSmallForATaskNamesFieldTaskRadiusAndLink) {
  const Scheme s = leapfrog({blocks(4), wide("A-B", 1)}, 2);
  const CyclicSequence sequence = s.sequence();
  try {
    Planner planner(s.input, sequence);
    FAIL() << "no error";
  } catch (const Error& error) {
    ASSERT_EQ(error.problems().size(), 1u);
    const Problem& problem = error.problems()[0];
    EXPECT_EQ(problem.slug, "grid/ghost-zones");
    EXPECT_EQ(problem.message, "phi is needed to 2 ghost layers, but only 1 is possible");
    EXPECT_THAT(problem.notes, ElementsAreArray(Lines{
        "needed by   evolve  (reads phi with stencil 2)",
        "limited by  link A-B with ghost depth 1"}));
    EXPECT_EQ(problem.help, "raise the ghost depth of link A-B to 2 or more, "
                            "or remove it to let the driver choose");
  }
}

TEST(PlanDepth, AllLinksAndFieldsAreReportedAtOnce) {
  Scheme s = leapfrog({blocks(0), wide("A-B", 0)}, 1);
  const int psi = s.field("psi");
  s.at_start({.name = "psi_start", .reads = {}, .writes = {{psi, 0}}, .rotates = {}});
  s.in_step({.name = "psi_step",
             .reads = {{{psi, 0}, {3, 3, 3}}},
             .writes = {{psi, 0}},
             .rotates = {}});
  const CyclicSequence sequence = s.sequence();
  try {
    Planner planner(s.input, sequence);
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.problems().size(), 4u);
    EXPECT_THAT(error.what(),
                HasSubstr("psi is needed to 3 ghost layers, but only 0 are possible"));
  }
}

TEST(PlanDepth, ABoundaryTaskNeedsNoDepth) {
  Scheme s;
  s.input.links = {blocks(0)};
  const Slot u{s.field("u")};
  s.at_start({.name = "initial", .reads = {}, .writes = {u}, .rotates = {}});
  s.in_step({.name = "flat",
             .reads = {{u, {2, 2, 2}}},
             .writes = {u},
             .partial = true,
             .rotates = {}});
  EXPECT_NO_THROW(cycle_lines(s));
}

}  // namespace
}  // namespace cardon::plan
