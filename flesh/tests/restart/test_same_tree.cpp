// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "restart/same_tree.hpp"

namespace cardon {
namespace {

TEST(SameTree, NumbersHaveSeveralForms) {
  EXPECT_TRUE(is_same_tree("[[0, 1], [-1e3, 0.5]]", "[[0.0, 1.], [-1000, .5]]"));
  EXPECT_FALSE(is_same_tree("[[0, 1]]", "[[0, 1.0000001]]"));
  EXPECT_FALSE(is_same_tree("[[0, 1]]", "[[0, 1], [0, 1]]"));
}

TEST(SameTree, WordsHaveOne) {
  EXPECT_TRUE(is_same_tree("periodic", "\"periodic\""));
  EXPECT_FALSE(is_same_tree("periodic", "neumann"));
  EXPECT_FALSE(is_same_tree("periodic", "[periodic]"));
}

TEST(SameTree, MapsHaveNoOrder) {
  EXPECT_TRUE(is_same_tree("{lower: neumann, upper: {dirichlet: 0}}",
                           "{upper: {dirichlet: \"0.0\"}, lower: neumann}"));
  EXPECT_FALSE(is_same_tree("{lower: neumann}", "{upper: neumann}"));
  EXPECT_FALSE(is_same_tree("{lower: neumann}", "{lower: neumann, upper: neumann}"));
}

}  // namespace
}  // namespace cardon
