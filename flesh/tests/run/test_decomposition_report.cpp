// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "../support/leapfrog_program.hpp"
#include "memory/memory_estimate.hpp"
#include "plans/site_plans.hpp"
#include "run/decomposition_report.hpp"

namespace cardon::test {
namespace {

using testing::ContainsRegex;
using testing::ElementsAre;
using testing::HasSubstr;

Box planes(int lo, int hi) {
  Box box;
  box.lo = {0, 0, lo};
  box.hi = {4, 4, hi};
  return box;
}

// Sites a, b and c with 10, 20 and 10 planes and one rank each; link a-b is 3 layers deep, b-c 1.
Decomposition three_sites() {
  Decomposition d;
  d.owned = {planes(0, 10), planes(10, 30), planes(30, 40)};
  d.rank_of_block = {0, 1, 2};
  d.topology = {1, 1, 3};
  d.axis = 2;
  d.slabs = {{"a", d.owned[0], {-1, 0}}, {"b", d.owned[1], {0, 1}}, {"c", d.owned[2], {1, -1}}};
  d.wide_links = {{"a-b", 3}, {"b-c", 1}};
  d.slab_of_block = {0, 1, 2};
  d.tiles = {planes(0, 13), planes(7, 31), planes(29, 40)};
  d.predicted = {20, 40, 15};
  return d;
}

std::vector<plan::Link> links() {
  return {{.name = "intra", .depth = 1, .level = 0, .axis = -1},
          {.name = "a-b", .depth = 3, .level = 1, .axis = 2},
          {.name = "b-c", .depth = 1, .level = 1, .axis = 2}};
}

Machine machine() {
  Machine m;
  m.sites = {{.name = "a", .ranks = {0}, .speed = 2},
             {.name = "b", .ranks = {1}, .speed = 4},
             {.name = "c", .ranks = {2}}};
  m.links = {{.name = "a-b", .sites = {0, 1}, .latency = 0.0375, .bandwidth = 3e6}};
  return m;
}

std::vector<LinkTimings> link_timings() {
  return {{.name = "intra", .depth = 1},
          {.name = "a-b", .depth = 3, .codec = "zlib-1"},
          {.name = "b-c", .depth = 1}};
}

struct Example {
  Program program = leapfrog_program();
  Layout layout{program.grid, three_sites()};
};

TEST(SitePlans, SitesWithTheSameDepthsShareAPlan) {
  const Example e;
  std::vector<plan::Link> same = links();
  EXPECT_EQ(site_plans(e.program, e.layout, same).size(), 3u);
  same[1].depth = 1;
  const auto plans = site_plans(e.program, e.layout, same);
  ASSERT_EQ(plans.size(), 2u);
  EXPECT_THAT(plans[0].slabs, ElementsAre(0, 2));
  EXPECT_THAT(plans[1].slabs, ElementsAre(1));
  EXPECT_EQ(plans[1].plan.input.links.size(), 3u);
}

TEST(SitePlans, OneSiteHasOnePlan) {
  const Program program = leapfrog_program();
  Decomposition whole;
  whole.owned = {program.grid.domain()};
  whole.rank_of_block = {0};
  const Layout layout(program.grid, whole);
  const auto plans = site_plans(program, layout, {links().front()});
  ASSERT_EQ(plans.size(), 1u);
  EXPECT_THAT(plans[0].slabs, ElementsAre(0));
  EXPECT_THAT(redundant_points(program, layout, plans), ElementsAre(0));
}

// With 3 layers 2, 1 and then none are computed beyond the core: 1 plane in the mean.
TEST(SitePlans, RedundantPointsAreThoseOfThePlan) {
  const Example e;
  const auto plans = site_plans(e.program, e.layout, links());
  EXPECT_THAT(redundant_points(e.program, e.layout, plans), ElementsAre(16, 16, 0));
}

TEST(DecompositionReport, BlocksAreAnArrayOrCounted) {
  Decomposition d = three_sites();
  EXPECT_EQ(blocks_text(d), "1 x 1 x 3");
  d.topology = {1, 1, 1};
  EXPECT_EQ(blocks_text(d), "3 of different sizes");
}

TEST(DecompositionReport, SitesHavePlanesAndSpeeds) {
  const Example e;
  const auto lines = site_lines(e.layout, machine());
  ASSERT_EQ(lines.size(), 4u);
  EXPECT_THAT(lines[0], HasSubstr("planes in z"));
  EXPECT_THAT(lines[1], ContainsRegex("^a +1 +2 +0 to 9 +10 +160 +160 +160 +160$"));
  EXPECT_THAT(lines[2], ContainsRegex("^b +1 +4 +10 to 29 +20 +320 "));
  EXPECT_THAT(lines[3], ContainsRegex("^c +1 +- +30 to 39 "));
}

// Three layers of phi and two of its past in every third step, 16 points to a face.
TEST(DecompositionReport, LinksSayHowMuchIsSent) {
  const Example e;
  EXPECT_THAT(link_lines(e.program, e.layout, machine(), link_timings()),
              ElementsAre("link a-b: 3 layers, an exchange every 3 steps; 1.667 values per face "
                          "point and step, 213 B each way; codec zlib-1; latency 37.5 ms; 3 MB/s",
                          "link b-c: 1 layer, an exchange every step; 1 value per face point and "
                          "step, 128 B each way; codec none"));
}

TEST(DecompositionReport, SaysWhoChoosesCodecs) {
  EXPECT_EQ(
      free_codecs_text(link_timings(), {false, true}),
      "codecs of b-c: left to the tuner; a rank may use another chain, or none, where its data "
      "shrink better that way");
  EXPECT_EQ(free_codecs_text(link_timings(), {false, false}), "");
  EXPECT_EQ(free_codecs_text(link_timings(), {}), "");
}

TEST(DecompositionReport, BlocksOwnAndRepeatPoints) {
  const Example e;
  const auto lines = block_lines(e.layout, {16, 16, 0}, {1000, 2000, 3000});
  EXPECT_EQ(lines[0],
            "rank   0  site a  points [0, 0, 0] to [4, 4, 10]  160 points owned, 16 redundant");
  EXPECT_EQ(lines[2], "rank   2  site c  points [0, 0, 30] to [4, 4, 40]  160 points");
  EXPECT_THAT(lines[4], ContainsRegex("^owned points +160 +213 +320$"));
  EXPECT_THAT(lines[5], ContainsRegex("^redundant points +0 +11 +16$"));
  EXPECT_THAT(lines[6], ContainsRegex("^memory of fields +1.0 kB +2.0 kB +3.0 kB$"));
  EXPECT_EQ(lines[7], "predicted balance (largest / mean) 1.600");
}

TEST(DecompositionReport, ManyBlocksAreNotListed) {
  Decomposition d;
  for (int rank = 0; rank < 20; ++rank) {
    d.owned.push_back(planes(2 * rank, 2 * rank + 2));
    d.rank_of_block.push_back(rank);
  }
  const Layout layout(leapfrog_program().grid, d);
  const auto lines = block_lines(layout, std::vector<double>(20), std::vector<double>(20, 1000));
  EXPECT_EQ(lines.size(), 16u + 6u);
  EXPECT_EQ(lines[16], "... 20 blocks in total");
  EXPECT_EQ(lines.back(), "balance (largest / mean) 1.000");
}

// The tile holds the ghost layers of links, and one more layer lies around it.
TEST(MemoryEstimate, GhostLayersOfLinksCount) {
  const Example e;
  const auto bytes = memory_by_rank(e.layout, 1, e.program.fields);
  ASSERT_EQ(bytes.size(), 3u);
  EXPECT_GE(bytes[0], 2 * 6 * 6 * 15 * sizeof(Real));
  EXPECT_GT(bytes[1], 1.5 * bytes[0]);
  EXPECT_LT(bytes[2], bytes[0]);
}

}  // namespace
}  // namespace cardon::test
