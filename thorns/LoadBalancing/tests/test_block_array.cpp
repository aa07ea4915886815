// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "block_array.hpp"

namespace cardon {
namespace {

using Places = std::vector<int>;

TEST(BlockArray, IsFoundWhateverTheNumbersOfBlocks) {
  // Two ranks beside each other in x with two slices in z each: slices of one rank follow.
  const std::vector<Box> boxes{{{0, 0, 0}, {4, 4, 2}},
                               {{0, 0, 2}, {4, 4, 5}},
                               {{4, 0, 0}, {9, 4, 2}},
                               {{4, 0, 2}, {9, 4, 5}}};
  const BlockArray array = block_array(boxes);
  EXPECT_EQ(array.extents, (std::array<int, 3>{2, 1, 2}));
  EXPECT_EQ(array.places, (Places{0, 2, 1, 3}));
}

TEST(BlockArray, IsNoneWhereCutsDiffer) {
  const std::vector<Box> boxes{{{0, 0, 0}, {4, 4, 2}},
                               {{0, 0, 2}, {4, 4, 5}},
                               {{4, 0, 0}, {9, 4, 3}},
                               {{4, 0, 3}, {9, 4, 5}}};
  EXPECT_EQ(block_array(boxes).extents, (std::array<int, 3>{}));
  EXPECT_TRUE(block_array({}).places.empty());
  const Box twice{{0, 0, 0}, {4, 4, 2}};
  EXPECT_EQ(block_array({twice, twice}).extents[0], 0);
}

}  // namespace
}  // namespace cardon
