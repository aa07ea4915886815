// SPDX-License-Identifier: Apache-2.0
// Plans of sites, and the points that they compute twice.
#include <gmock/gmock.h>

#include "../support/leapfrog_program.hpp"
#include "plans/site_plans.hpp"

namespace cardon {
namespace {

using testing::ElementsAre;
using testing::SizeIs;

Box planes(int lo, int hi) { return {{0, 0, lo}, {4, 4, hi}}; }

/// The leapfrog on blocks of 10, 20 and 10 planes of 4 x 4 points.
struct SitePlans : ::testing::Test {
  SitePlans() {
    decomposition.owned = {planes(0, 10), planes(10, 30), planes(30, 40)};
    decomposition.rank_of_block = {0, 1, 2};
  }
  /// Each block is a site; so many layers on the two links between them.
  void make_sites(int ab, int bc) {
    decomposition.axis = 2;
    decomposition.slabs = {{"a", decomposition.owned[0], {-1, 0}},
                           {"b", decomposition.owned[1], {0, 1}},
                           {"c", decomposition.owned[2], {1, -1}}};
    decomposition.wide_links = {{"a-b", ab}, {"b-c", bc}};
    decomposition.slab_of_block = {0, 1, 2};
    decomposition.tiles = {planes(0, 10 + ab), planes(10 - ab, 30 + bc), planes(30 - bc, 40)};
    links.push_back({.name = "a-b", .depth = ab, .level = 1, .axis = 2});
    links.push_back({.name = "b-c", .depth = bc, .level = 1, .axis = 2});
  }
  std::vector<SitePlan> plans() const { return site_plans(program, layout(), links); }
  std::vector<double> redundant() const { return redundant_points(program, layout(), plans()); }
  Layout layout() const { return {program.grid, decomposition}; }

  Program program = test::leapfrog_program();
  Decomposition decomposition;
  std::vector<plan::Link> links = {{.name = "intra", .depth = 1, .level = 0, .axis = -1}};
};

TEST_F(SitePlans, WithoutSitesThereIsOnePlan) {
  const auto all = plans();
  ASSERT_THAT(all, SizeIs(1));
  EXPECT_THAT(all[0].slabs, ElementsAre(0));
  EXPECT_EQ(all[0].plan.cycle_steps, 1);
  EXPECT_THAT(all[0].plan.input.links, SizeIs(1));
}

TEST_F(SitePlans, ASiteKnowsItsOwnLinksOnly) {
  make_sites(3, 2);
  const auto all = plans();
  ASSERT_THAT(all, SizeIs(3));
  EXPECT_THAT(all[0].plan.input.links, SizeIs(2));
  EXPECT_EQ(all[0].plan.input.links[1].name, "a-b");
  EXPECT_EQ(all[0].plan.cycle_steps, 3);
  EXPECT_THAT(all[1].plan.input.links, SizeIs(3));
  EXPECT_EQ(all[1].plan.cycle_steps, 6);
  EXPECT_EQ(all[2].plan.input.links[1].name, "b-c");
  EXPECT_EQ(all[2].plan.cycle_steps, 2);
}

TEST_F(SitePlans, SitesWithLinksOfTheSameDepthsShareAPlan) {
  make_sites(2, 2);
  const auto all = plans();
  ASSERT_THAT(all, SizeIs(2));
  EXPECT_THAT(all[0].slabs, ElementsAre(0, 2));
  EXPECT_EQ(all[0].plan.input.links[1].name, "a-b");
  EXPECT_THAT(all[1].slabs, ElementsAre(1));
}

TEST_F(SitePlans, NothingIsComputedTwiceWithGhostZonesAsDeepAsTheStencil) {
  EXPECT_THAT(redundant(), ElementsAre(0, 0, 0));
  make_sites(1, 1);
  EXPECT_THAT(redundant(), ElementsAre(0, 0, 0));
}

// With 3 layers a site computes 2, 1 and 0 planes beyond its own in the three steps between
// exchanges, 1 in the mean, at its end of the link: 4 x 4 points, or 2 x 2 without those that
// belong to the boundary.
TEST_F(SitePlans, LayersBeyondTheOwnPointsAreCountedInTheMeanOfAPeriod) {
  make_sites(3, 1);
  EXPECT_THAT(redundant(), ElementsAre(16, 16, 0));
  for (int d = 0; d < 2; ++d)
    for (Face& face : program.grid.faces[d]) face.owned_layers = 1;
  EXPECT_THAT(redundant(), ElementsAre(16, 16, 0));
  program.tasks[1].region = Region::interior;
  EXPECT_THAT(redundant(), ElementsAre(4, 4, 0));
}

TEST_F(SitePlans, NothingIsRedundantWhereNoTaskRunsInSteps) {
  make_sites(3, 1);
  program.step = {};
  EXPECT_THAT(redundant(), ElementsAre(0, 0, 0));
}

}  // namespace
}  // namespace cardon
