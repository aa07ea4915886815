// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cardon/kit/grid/topology.hpp>

namespace cardon {
namespace {

Grid grid_of(Index3 points, int dimensions = 3) {
  Grid grid;
  grid.dimensions = dimensions;
  grid.points = points;
  return grid;
}

long product(const Index3& n) { return long(n[0]) * n[1] * n[2]; }

// Every point has exactly one owner, and no extent of two blocks differs by more than one.
void expect_tiling(const Grid& grid, const Decomposition& decomposition) {
  std::vector<int> owners(std::size_t(grid.domain().points()), 0);
  Index3 min_extents = grid.points, max_extents{0, 0, 0};
  for (const Box& box : decomposition.owned) {
    ASSERT_TRUE(grid.domain().contains(box));
    for (int d = 0; d < 3; ++d) {
      min_extents[d] = std::min(min_extents[d], box.extent(d));
      max_extents[d] = std::max(max_extents[d], box.extent(d));
    }
    for (int k = box.lo[2]; k < box.hi[2]; ++k)
      for (int j = box.lo[1]; j < box.hi[1]; ++j)
        for (int i = box.lo[0]; i < box.hi[0]; ++i)
          ++owners[std::size_t((long(k) * grid.points[1] + j) * grid.points[0] + i)];
  }
  EXPECT_TRUE(std::all_of(owners.begin(), owners.end(), [](int n) { return n == 1; }));
  for (int d = 0; d < 3; ++d) EXPECT_LE(max_extents[d] - min_extents[d], 1);
}

TEST(Topology, TilesAnyGridForAnyRanks) {
  const std::vector<Grid> grids{grid_of({33, 33, 33}), grid_of({7, 19, 3}), grid_of({17, 16, 1}, 2),
                                grid_of({40, 1, 1}, 1)};
  for (const Grid& grid : grids)
    for (int ranks = 1; ranks <= 13; ++ranks) {
      const Index3 topology = automatic_topology(grid, ranks, {});
      EXPECT_EQ(product(topology), ranks);
      for (int d = grid.dimensions; d < 3; ++d) EXPECT_EQ(topology[d], 1);
      const Decomposition decomposition = decompose(grid, topology);
      EXPECT_EQ(decomposition.owned.size(), std::size_t(ranks));
      expect_tiling(grid, decomposition);
    }
}

TEST(Topology, CutsZFirstThenYAndXLast) {
  const Grid cube = grid_of({128, 128, 128});
  EXPECT_EQ(automatic_topology(cube, 2, {}), (Index3{1, 1, 2}));
  EXPECT_EQ(automatic_topology(cube, 4, {}), (Index3{1, 1, 4}));
  EXPECT_EQ(automatic_topology(cube, 8, {}), (Index3{1, 2, 4}));
  EXPECT_EQ(automatic_topology(cube, 64, {}), (Index3{1, 8, 8}));
  EXPECT_EQ(automatic_topology(grid_of({512, 512, 4}), 8, {}), (Index3{1, 8, 1}));
  EXPECT_EQ(automatic_topology(grid_of({512, 4, 4}), 8, {}), (Index3{8, 1, 1}));
}

TEST(Topology, BlocksAreInTheOrderOfRanksWithXFastest) {
  const Decomposition d = decompose(grid_of({5, 4, 3}), {2, 2, 1});
  EXPECT_EQ(d.owned, (std::vector<Box>{{{0, 0, 0}, {3, 2, 3}},
                                       {{3, 0, 0}, {5, 2, 3}},
                                       {{0, 2, 0}, {3, 4, 3}},
                                       {{3, 2, 0}, {5, 4, 3}}}));
  EXPECT_EQ(d.rank_of_block, (std::vector<int>{0, 1, 2, 3}));
}

TEST(Topology, BlocksAtFacesAreThickEnough) {
  const Grid grid = grid_of({64, 64, 10});
  FaceThickness thickness;
  thickness.lower[2] = 2;
  thickness.upper[2] = 3;
  EXPECT_EQ(max_blocks(grid, thickness, 2), 3);
  EXPECT_EQ(max_blocks(grid, thickness, 0), 64);
  for (int ranks = 1; ranks <= 24; ++ranks) {
    const Decomposition d = decompose(grid, automatic_topology(grid, ranks, thickness));
    for (const Box& box : d.owned) EXPECT_GE(box.extent(2), box.hi[2] == 10 ? 3 : 2);
  }
}

std::string slug(const std::function<void()>& work) {
  try {
    work();
  } catch (const Error& error) {
    return error.problems().at(0).slug;
  }
  return "";
}

TEST(Topology, ImpossibleOnesAreErrors) {
  const Grid grid = grid_of({4, 3, 2});
  FaceThickness thick;
  thick.lower[1] = 4;
  EXPECT_EQ(slug([&] { automatic_topology(grid, 25, {}); }), "driver/too-many-ranks");
  EXPECT_EQ(slug([&] { automatic_topology(grid, 5, {}); }), "driver/too-many-ranks");
  // At once: numbers of ranks that no topology can have are not tried one by one.
  EXPECT_EQ(slug([&] { automatic_topology(grid, 1000000000, {}); }), "driver/too-many-ranks");
  EXPECT_EQ(slug([&] { automatic_topology(grid, 1, thick); }), "driver/thin-grid");
  EXPECT_EQ(slug([&] { check_topology(grid, 6, {}, {1, 2, 2}, {}); }), "driver/topology");
  EXPECT_EQ(slug([&] { check_topology(grid, 3, {}, {1, 1, 3}, {}); }), "driver/topology");
  EXPECT_EQ(slug([&] {
              check_topology(grid_of({4, 3, 1}, 2), 2, {}, {1, 1, 2}, {});
            }),
            "driver/topology");
  EXPECT_EQ(slug([&] { check_topology(grid, 24, {}, {4, 3, 2}, {}); }), "");
}

}  // namespace
}  // namespace cardon
