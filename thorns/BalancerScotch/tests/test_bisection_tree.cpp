// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <set>

#include "bisection_tree.hpp"

namespace cardon {
namespace {

/// The nodes are the leaves of one binary tree: all are below the root and no leaf is above
/// another, and each inner node has two halves.
void expect_tree(const std::vector<int>& leaves, int max_level) {
  std::set<int> nodes;
  for (const int leaf : leaves) {
    EXPECT_LE(std::bit_width(unsigned(leaf)) - 1, max_level);
    for (int node = leaf; node > 0; node /= 2) nodes.insert(node);
  }
  EXPECT_EQ(nodes.size(), 2 * leaves.size() - 1);
  for (const int leaf : leaves) EXPECT_EQ(nodes.count(2 * leaf), 0u);
  for (const int node : nodes)
    if (node > 1) {
      EXPECT_EQ(nodes.count(node ^ 1), 1u);
    }
}

int levels_of(int points) { return int(std::ceil(std::log2(points))); }

TEST(BisectionTree, IsBalancedWhereAllAreEquallyFar) {
  for (const int points : {1, 2, 3, 8, 17, 48}) {
    const std::vector<int> leaves = bisection_leaves(points, [](int, int) { return 1.0; });
    EXPECT_EQ(int(leaves.size()), points);
    expect_tree(leaves, levels_of(points));
  }
}

// Three sites of 3, 4 and 5 ranks, which take turns.
TEST(BisectionTree, SeparatesSitesBeforeTheirRanks) {
  const auto site = [](int rank) { return rank < 9 ? rank % 3 : rank == 9 ? 1 : 2; };
  const auto distance = [&](int a, int b) { return site(a) == site(b) ? 1.0 : 50.0; };
  const std::vector<int> leaves = bisection_leaves(12, distance);
  expect_tree(leaves, levels_of(12) + 1);
  for (int at = 0; at < 3; ++at) {
    // Every rank below the lowest node above all ranks of the site is one of the site.
    int above = 0;
    for (int rank = 0; rank < 12; ++rank) {
      if (site(rank) != at) continue;
      int node = leaves[std::size_t(rank)];
      if (above == 0) above = node;
      while (node != above) (node > above ? node : above) /= 2;
    }
    for (int rank = 0; rank < 12; ++rank) {
      int node = leaves[std::size_t(rank)];
      while (node > above) node /= 2;
      EXPECT_EQ(node == above, site(rank) == at) << rank;
    }
  }
}

// Each point is farther from all that follow than these are from each other.
TEST(BisectionTree, IsNeverDeep) {
  const auto distance = [](int a, int b) { return std::exp2(-std::min(a, b)); };
  for (const int points : {2, 5, 30})
    expect_tree(bisection_leaves(points, distance), levels_of(points) + 1);
}

}  // namespace
}  // namespace cardon
