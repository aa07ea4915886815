// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cardon/kit/grid/site_decomposition.hpp>
#include <functional>

#include "site_problem.hpp"
#include "site_request_example.hpp"

namespace cardon {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::vector<long> points_of_slabs(const SiteDecomposition& result, int axis) {
  std::vector<long> extents;
  for (const Slab& slab : result.decomposition.slabs) extents.push_back(slab.core.extent(axis));
  return extents;
}

TEST(SiteDecomposition, TheChainRunsAlongTheLongestDirectionUnlessToldOtherwise) {
  SiteRequest request = request_of({20, 30, 30}, {1, 1});
  EXPECT_EQ(chain_axis(request.machine, request.grid), 2);
  request.grid.points = {20, 30, 29};
  EXPECT_EQ(chain_axis(request.machine, request.grid), 1);
  request.machine.axis = 0;
  EXPECT_EQ(chain_axis(request.machine, request.grid), 0);
  EXPECT_EQ(decompose_sites(request).decomposition.axis, 0);
}

TEST(SiteDecomposition, LinksJoinNeighboursAndCloseRings) {
  const auto names = [](const SiteRequest& request) {
    std::vector<std::string> all;
    for (const SiteLink& link : chain_links(request.machine, request.grid))
      all.push_back(link.name);
    return all;
  };
  SiteRequest request = request_of({8, 8, 60}, {1, 1, 1});
  request.machine.links = {{"b-a", {1, 0}, 0.075, 3e6}};
  EXPECT_THAT(names(request), ElementsAre("a-b", "b-c", "a-c"));
  EXPECT_EQ(chain_links(request.machine, request.grid)[0].latency, 0.075);
  const auto slabs = decompose_sites(request).decomposition.slabs;
  EXPECT_THAT(slabs[0].links, ElementsAre(2, 0));
  EXPECT_THAT(slabs[1].links, ElementsAre(0, 1));
  EXPECT_THAT(slabs[2].links, ElementsAre(1, 2));
  request.grid.periodic[2] = false;
  EXPECT_THAT(names(request), ElementsAre("a-b", "b-c"));
  EXPECT_THAT(names(request_of({8, 8, 60}, {1, 1})), ElementsAre("a-b"));
  EXPECT_TRUE(names(request_of({8, 8, 60}, {4})).empty());
}

TEST(SiteDecomposition, OneSiteHasNoSlabs) {
  const SiteDecomposition result = decompose_sites(request_of({32, 32, 32}, {8}));
  EXPECT_EQ(result.decomposition.axis, -1);
  EXPECT_TRUE(result.decomposition.slabs.empty());
  EXPECT_TRUE(result.decomposition.tiles.empty());
  EXPECT_EQ(result.decomposition.topology, (Index3{1, 1, 1}));  // ranks not with x fastest
  EXPECT_EQ(result.decomposition.owned[7], (Box{{0, 16, 24}, {32, 32, 32}}));
  EXPECT_THAT(result.owned_points, testing::Each(4096));
  EXPECT_DOUBLE_EQ(result.balance, 1);
}

TEST(SiteDecomposition, TilesReachOverTheEndsOfARing) {
  SiteRequest request = request_of({4, 4, 40}, {1, 1});
  request.links[0].depth = 3;
  const Decomposition ring = decompose_sites(request).decomposition;
  EXPECT_EQ(ring.tiles, (std::vector<Box>{{{0, 0, -3}, {4, 4, 23}}, {{0, 0, 17}, {4, 4, 43}}}));
  request.grid.periodic[2] = false;
  const Decomposition chain = decompose_sites(request).decomposition;
  EXPECT_EQ(chain.tiles, (std::vector<Box>{{{0, 0, 0}, {4, 4, 23}}, {{0, 0, 17}, {4, 4, 40}}}));
  EXPECT_EQ(chain.owned, (std::vector<Box>{{{0, 0, 0}, {4, 4, 20}}, {{0, 0, 20}, {4, 4, 40}}}));
  EXPECT_EQ(chain.wide_links.at(0).name, "a-b");
  EXPECT_EQ(chain.wide_links.at(0).depth, 3);
}

TEST(SiteDecomposition, RedundantLayersAreWorkOfTheirSite) {
  EXPECT_THAT(redundant_work(4, 1), ElementsAre(0.75, 0.5, 0.25, 0));
  EXPECT_THAT(redundant_work(5, 2), ElementsAre(0.5, 0.5, 0, 0, 0));
  EXPECT_THAT(redundant_work(1, 1), ElementsAre(0));
  // Three sites in a chain: the middle one has ghost layers at both ends, worth 9 planes in all.
  SiteRequest request = request_of({4, 4, 300}, {1, 1, 1});
  request.grid.periodic[2] = false;
  request.links = {{10, {0, 0}, {}}, {10, {0, 0}, {}}};
  const SiteDecomposition result = decompose_sites(request);
  EXPECT_THAT(points_of_slabs(result, 2), ElementsAre(102, 97, 101));
  EXPECT_DOUBLE_EQ(result.decomposition.predicted[0], 16 * 106.5);
  EXPECT_DOUBLE_EQ(result.decomposition.predicted[1], 16 * 106.0);
  request.links[0].layers = {5};
  request.links[0].packing[1] = 15;  // only for b
  EXPECT_THAT(points_of_slabs(decompose_sites(request), 2), ElementsAre(106, 87, 107));
}

TEST(SiteDecomposition, PackingIsWorkOfItsSideOfTheLink) {
  SiteRequest ring = request_of({4, 4, 300}, {1, 1, 1});
  ring.links[2].packing[1] = 30;  // from a to c, for c
  EXPECT_THAT(points_of_slabs(decompose_sites(ring), 2), ElementsAre(110, 110, 80));
  ring.links[2].packing[0] = 60;
  EXPECT_THAT(points_of_slabs(decompose_sites(ring), 2), ElementsAre(70, 130, 100));
}

TEST(SiteDecomposition, PointsFollowSpeeds) {
  SiteRequest request = request_of({64, 64, 128}, {4, 2});
  request.speeds = {1, 1, 0.5, 1, 2, 2};
  const SiteDecomposition result = decompose_sites(request);
  const double all = 64.0 * 64 * 128;
  for (std::size_t r = 0; r < 6; ++r)
    EXPECT_NEAR(double(result.owned_points[r]) / all, request.speeds[r] / 7.5,
                0.03 * request.speeds[r] / 7.5);
  EXPECT_LT(result.balance, 1.03);
  request.speeds.clear();
  request.machine.sites[1].speed = 8;  // the other's is not known
  EXPECT_THAT(points_of_slabs(decompose_sites(request), 2), ElementsAre(86, 42));
  request.machine.sites[0].speed = 4;
  EXPECT_THAT(points_of_slabs(decompose_sites(request), 2), ElementsAre(64, 64));
}

TEST(SiteDecomposition, LayersOfATopologyFollowSpeeds) {
  SiteRequest request = request_of({60, 60, 60}, {8});
  request.machine.sites[0].topology = {2, 2, 2};
  request.speeds = {1, 1, 1, 1, 2, 2, 2, 2};
  const SiteDecomposition result = decompose_sites(request);
  EXPECT_EQ(result.decomposition.topology, (Index3{2, 2, 2}));
  EXPECT_EQ(result.decomposition.owned[0], (Box{{0, 0, 0}, {30, 30, 20}}));
  EXPECT_EQ(result.decomposition.owned[5], (Box{{30, 0, 20}, {60, 30, 60}}));
  EXPECT_DOUBLE_EQ(result.balance, 1);
}

TEST(SiteDecomposition, CutsWeighBalanceAgainstFaces) {
  // A cut across z has the cheapest face, but parts of 3 and 4 planes.
  const Decomposition odd = decompose_sites(request_of({8, 6, 7}, {2})).decomposition;
  EXPECT_EQ(odd.owned[0], (Box{{0, 0, 0}, {8, 3, 7}}));
  const Decomposition even = decompose_sites(request_of({8, 6, 8}, {2})).decomposition;
  EXPECT_EQ(even.owned[0], (Box{{0, 0, 0}, {8, 6, 4}}));
}

TEST(SiteDecomposition, BoxesAreAsThickAsStencilsWhereThereIsRoom) {
  SiteRequest request = request_of({12, 1, 1}, {4}, 1);
  request.grid.radius[0] = 3;
  request.speeds = {1, 1, 1, 0.1};
  EXPECT_THAT(decompose_sites(request).owned_points, ElementsAre(3, 3, 3, 3));
  request.grid.radius[0] = 4;
  EXPECT_THAT(decompose_sites(request).owned_points, ElementsAre(4, 4, 3, 1));
}

TEST(SiteDecomposition, BlocksAreSlicesAcrossTheChainOfEqualWork) {
  SiteRequest request = request_of({16, 16, 128}, {1, 1});
  request.grid.periodic[2] = false;
  request.links[0] = {8, {10, 10}, {}};
  request.blocks_per_rank = 4;
  const Decomposition result = decompose_sites(request).decomposition;
  EXPECT_THAT(result.rank_of_block, ElementsAre(0, 0, 0, 0, 1, 1, 1, 1));
  EXPECT_THAT(result.slab_of_block, ElementsAre(0, 0, 0, 0, 1, 1, 1, 1));
  std::vector<int> extents;
  for (const Box& box : result.owned) extents.push_back(box.extent(2));
  // 64 planes, 3.5 for ghost layers and 10 for packing, half of it in the outermost 8 planes: 19.4
  // for each block.
  EXPECT_THAT(extents, ElementsAre(19, 20, 18, 7, 7, 18, 20, 19));
  EXPECT_EQ(result.tiles[3], (Box{{0, 0, 57}, {16, 16, 72}}));
}

TEST(SiteDecomposition, BlocksAreCutOtherwiseWhereSlicesWouldBeTooThin) {
  SiteRequest request = request_of({16, 16, 12}, {1, 1});
  request.machine.axis = 2;
  request.blocks_per_rank = 9;
  const Decomposition result = decompose_sites(request).decomposition;
  ASSERT_EQ(result.owned.size(), 18u);
  for (const Box& box : result.owned) EXPECT_EQ(box.extent(2), 2);
}

TEST(SiteDecomposition, ADepthBeyondTheNeighboursCoreIsAnError) {
  SiteRequest request = request_of({8, 8, 33}, {1, 1});
  request.depth_where.line = 7;
  request.links[0].depth = 16;
  EXPECT_EQ(problem_of(request).slug, "");
  request.links[0].depth = 17;
  const Problem problem = problem_of(request);
  EXPECT_EQ(problem.slug, "driver/ghost-depth");
  EXPECT_THAT(problem.message, HasSubstr("ghost depth 17 on link a-b"));
  EXPECT_THAT(problem.help, HasSubstr("at most 16 layers"));
  EXPECT_EQ(problem.where.line, 7);
}

TEST(SiteDecomposition, TooManyBlocksAreAnError) {
  SiteRequest request = request_of({4, 4, 24}, {2, 1});
  request.blocks_where.line = 8;
  request.blocks_per_rank = 16;
  EXPECT_EQ(problem_of(request).slug, "");
  request.blocks_per_rank = 17;
  const Problem problem = problem_of(request);
  EXPECT_EQ(problem.slug, "driver/too-many-blocks");
  EXPECT_THAT(problem.help, HasSubstr("at most 16 blocks"));
  EXPECT_EQ(problem.where.line, 8);
}

TEST(SiteDecomposition, RanksThatDoNotFitAreAnError) {
  const SiteRequest request = request_of({1, 1, 7}, {4, 4});
  EXPECT_EQ(problem_of(request).slug, "driver/too-many-ranks");
  EXPECT_THAT(problem_of(request).notes,
              ElementsAre("site a needs 4 of 7 planes in z for 4 ranks",
                          "site b needs 4 of 7 planes in z for 4 ranks"));
  EXPECT_THAT(problem_of(request).help, HasSubstr("at most 3 ranks at site a"));
  EXPECT_THAT(problem_of(request_of({1, 1, 7}, {1, 9})).notes,
              testing::Contains("site b has 9 ranks, the grid holds 7"));
  EXPECT_THAT(problem_of(request_of({1, 1, 7}, {1, 9})).help,
              HasSubstr("at most 6 ranks at site b"));
}

TEST(SiteDecomposition, ATopologyThatDoesNotSuitIsAnError) {
  SiteRequest request = request_of({4, 8, 32}, {6, 1});
  request.machine.where.line = 9;
  request.machine.sites[0].topology = {1, 2, 2};
  EXPECT_EQ(problem_of(request).slug, "driver/topology");
  EXPECT_EQ(problem_of(request).where.line, 9);
  request.machine.sites[0].topology = {6};
  EXPECT_THAT(problem_of(request).message, HasSubstr("cuts x into 6 boxes, at most 4"));
  request.machine.sites[0].topology = {3, 2, 1};
  EXPECT_EQ(problem_of(request).slug, "");
  request.thickness.lower[2] = 40;
  EXPECT_EQ(problem_of(request).slug, "driver/thin-grid");
}

}  // namespace
}  // namespace cardon
