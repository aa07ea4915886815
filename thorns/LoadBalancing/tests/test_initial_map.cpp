// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "initial_map.hpp"

namespace cardon {
namespace {

using ::testing::ElementsAre;

Machine two_sites_of_two() {
  Machine machine;
  machine.sites = {{.name = "a", .ranks = {0, 1}}, {.name = "b", .ranks = {2, 3}}};
  return machine;
}

/// Blocks of 4 x 4 points in rows of `columns` along x, which is the chain of sites; row by row.
Decomposition grid_of_blocks(int columns, int rows, bool sites) {
  Decomposition decomposition;
  for (int row = 0; row < rows; ++row)
    for (int column = 0; column < columns; ++column) {
      Box box;
      box.lo = {4 * column, 4 * row, 0};
      box.hi = {4 * column + 4, 4 * row + 4, 1};
      decomposition.owned.push_back(box);
      decomposition.rank_of_block.push_back(0);
      if (sites) decomposition.slab_of_block.push_back(column < columns / 2 ? 0 : 1);
    }
  if (!sites) return decomposition;
  decomposition.axis = 0;
  Slab a{.name = "a", .links = {-1, 0}}, b{.name = "b", .links = {0, -1}};
  a.core.hi = b.core.hi = {4 * columns, 4 * rows, 1};
  a.core.hi[0] = b.core.lo[0] = 4 * (columns / 2);
  decomposition.slabs = {a, b};
  return decomposition;
}

TEST(InitialMap, NaiveRanksTakeTurns) {
  EXPECT_THAT(initial_map("naive", grid_of_blocks(4, 2, true), two_sites_of_two()),
              ElementsAre(0, 1, 2, 3, 0, 1, 2, 3));
  Machine one;
  one.sites = {{.name = "a", .ranks = {0, 1, 2}}};
  EXPECT_THAT(initial_map("naive", grid_of_blocks(4, 1, false), one), ElementsAre(0, 1, 2, 0));
}

TEST(InitialMap, BlockIsThatOfTheDriver) {
  const Decomposition decomposition = grid_of_blocks(4, 2, true);
  EXPECT_EQ(initial_map("block", decomposition, two_sites_of_two()), decomposition.rank_of_block);
}

// The border is the columns 3 and 4 of 8.
TEST(InitialMap, SquareSharesTheBorderAndGroupsTheRest) {
  const Decomposition decomposition = grid_of_blocks(8, 4, true);
  const std::vector<int> owners = initial_map("square", decomposition, two_sites_of_two());
  int blocks[4] = {}, border[4] = {};
  for (std::size_t b = 0; b < owners.size(); ++b) {
    const std::size_t column = b % 8;
    EXPECT_EQ(owners[b] / 2, column < 4 ? 0 : 1);
    ++blocks[owners[b]];
    if (column == 3 || column == 4) ++border[owners[b]];
  }
  EXPECT_THAT(blocks, ElementsAre(8, 8, 8, 8));
  EXPECT_THAT(border, ElementsAre(2, 2, 2, 2));
  // 3 x 4 inner blocks in two groups of 3 x 2, each beside its border blocks.
  const std::vector<int> rows(owners.begin(), owners.begin() + 4);
  EXPECT_THAT(rows, ElementsAre(0, 0, 0, 0));
}

TEST(InitialMap, SquareCopesWithOddNumbers) {
  for (const int rows : {1, 2, 3, 5, 7}) {
    const Decomposition decomposition = grid_of_blocks(6, rows, true);
    const std::vector<int> owners = initial_map("square", decomposition, two_sites_of_two());
    int blocks[4] = {};
    for (const int rank : owners) ++blocks[rank];
    for (const int rank : {0, 2}) EXPECT_LE(std::abs(blocks[rank] - blocks[rank + 1]), 1);
  }
}

}  // namespace
}  // namespace cardon
