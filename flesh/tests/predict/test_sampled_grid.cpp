// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "predict/sampled_grid.hpp"

namespace cardon {
namespace {

constexpr int many = 1000;

Grid grid_of(const Index3& points) {
  Grid grid;
  grid.points = points;
  grid.lower = {0, 0, 0};
  grid.spacing = {0.5, 0.5, 0.5};
  grid.radius = {1, 1, 1};
  for (int d = 0; d < 3; ++d) {
    grid.upper[d] = grid.lower[d] + (points[std::size_t(d)] - 1) * grid.spacing[d];
    grid.periodic[d] = false;
    for (Face& face : grid.faces[d]) face.owned_layers = 1;
  }
  return grid;
}

// Ranks as a regular array, each with its box cut into two blocks along x.
Layout layout_of(const Grid& grid, const Index3& ranks) {
  Decomposition decomposition;
  int rank = 0;
  for (int k = 0; k < ranks[2]; ++k)
    for (int j = 0; j < ranks[1]; ++j)
      for (int i = 0; i < ranks[0]; ++i, ++rank) {
        Box box;
        const Index3 at{i, j, k};
        for (std::size_t d = 0; d < 3; ++d) {
          box.lo[d] = grid.points[d] * at[d] / ranks[d];
          box.hi[d] = grid.points[d] * (at[d] + 1) / ranks[d];
        }
        Box lower = box, upper = box;
        lower.hi[0] = upper.lo[0] = (box.lo[0] + box.hi[0]) / 2;
        decomposition.owned.insert(decomposition.owned.end(), {lower, upper});
        decomposition.rank_of_block.insert(decomposition.rank_of_block.end(), {rank, rank});
      }
  return {grid, decomposition};
}

Machine machine_of(const std::vector<int>& ranks) {
  Machine machine;
  for (const int n : ranks) machine.sites.emplace_back().ranks.resize(std::size_t(n));
  return machine;
}

TEST(SampledRanks, AreThoseOfASiteAsFarAsThereAreCores) {
  EXPECT_EQ(sampled_ranks(machine_of({1}), 8, 1), 1);
  EXPECT_EQ(sampled_ranks(machine_of({3}), 8, 1), 3);
  EXPECT_EQ(sampled_ranks(machine_of({64, 2}), 8, 1), 8);
  EXPECT_EQ(sampled_ranks(machine_of({2, 6}), 8, 1), 6);
}

TEST(SampledRanks, EachHasItsThreads) {
  EXPECT_EQ(sampled_ranks(machine_of({64}), 8, 3), 2);
  EXPECT_EQ(sampled_ranks(machine_of({64}), 2, 4), 1) << "fewer cores than a rank has threads";
}

TEST(SampledRanks, HaveABoxEach) {
  const Grid grid = grid_of({64, 64, 64});
  for (const auto& [ranks, with_box] :
       std::vector<std::pair<int, int>>{{1, 1}, {2, 2}, {3, 2}, {5, 4}, {6, 4}, {8, 8}, {16, 8}})
    EXPECT_EQ(ranks_in_boxes(grid, layout_of(grid, {2, 2, 2}), ranks), with_box) << ranks;
  EXPECT_EQ(ranks_in_boxes(grid, layout_of(grid, {1, 1, 16}), 5), 5);
}

TEST(SampledGrid, OfAllRanksIsTheGridWithItsFaces) {
  const Grid grid = grid_of({33, 32, 65});
  const Grid sampled = sampled_grid(grid, layout_of(grid, {1, 1, 2}), 2, many);
  EXPECT_EQ(sampled.points, grid.points);
  for (int d = 0; d < 3; ++d) {
    EXPECT_FALSE(sampled.periodic[d]);
    EXPECT_EQ(sampled.faces[d][1].owned_layers, 1);
  }
}

TEST(SampledGrid, OfOneRankClosesTheDirectionsThatAreCut) {
  const Grid grid = grid_of({40, 40, 80});
  const Grid sampled = sampled_grid(grid, layout_of(grid, {1, 1, 4}), 1, many);
  EXPECT_EQ(sampled.points, (Index3{40, 40, 20}));
  EXPECT_TRUE(sampled.periodic[2]);
  EXPECT_EQ(sampled.faces[2][0].owned_layers, 0);
  EXPECT_EQ(sampled.upper[2], 20 * grid.spacing[2]);
  EXPECT_FALSE(sampled.periodic[0]);
  EXPECT_EQ(sampled.faces[0][0].owned_layers, 1);
}

TEST(SampledGrid, HasTheBoxOfARankForEachOfThem) {
  const Grid grid = grid_of({64, 64, 64});
  const Layout layout = layout_of(grid, {2, 4, 4});
  for (const auto& [ranks, points] : std::vector<std::pair<int, Index3>>{
           {1, {32, 16, 16}}, {2, {32, 16, 32}}, {4, {32, 16, 64}}, {8, {32, 32, 64}}})
    EXPECT_EQ(sampled_grid(grid, layout, ranks, many).points, points) << ranks << " ranks";
}

TEST(SampledGrid, BoxesHaveRoomForTheGhostLayers) {
  const Grid grid = grid_of({100, 100, 200});
  const Layout layout = layout_of(grid, {1, 1, 2});
  EXPECT_EQ(sampled_grid(grid, layout, 2, 16).points, (Index3{16, 16, 32}));
  EXPECT_EQ(sampled_grid(grid, layout, 2, 16, 24).points, (Index3{24, 24, 48}));
  EXPECT_EQ(sampled_grid(grid, layout, 2, 16, 1000).points, grid.points) << "boxes are cut up";
}

TEST(SampledGrid, OfLargeBoxesIsBounded) {
  const Grid grid = grid_of({300, 300, 600});
  const Grid sampled = sampled_grid(grid, layout_of(grid, {1, 1, 2}), 2, 96);
  EXPECT_EQ(sampled.points, (Index3{96, 96, 192}));
  for (const bool periodic : sampled.periodic) EXPECT_TRUE(periodic);
}

TEST(SampledGrid, HasTheDepthThatStencilsNeed) {
  Grid grid = grid_of({64, 64, 64});
  grid.radius = {4, 4, 4};
  const Grid sampled = sampled_grid(grid, layout_of(grid, {1, 1, 16}), 1, many);
  EXPECT_EQ(sampled.points[2], 9);
}

TEST(OtherBlocks, AreSoManyMoreOrFewerThatTheirCostShows) {
  for (int planned = 1; planned <= 100; ++planned) {
    const double other = other_blocks(planned);
    EXPECT_GE(other, 1);
    EXPECT_LE(other, 112);
    EXPECT_GE(std::max(other / planned, planned / other), 8) << planned;
  }
}

}  // namespace
}  // namespace cardon
