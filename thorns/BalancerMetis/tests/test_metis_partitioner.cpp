// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdio>
#include <set>

#include "metis_partitioner.hpp"
#include "support/partitioner_checks.hpp"

namespace cardon {
namespace {

const MetisPartitioner metis;

TEST(MetisPartitioner, FindsTheStraightCut) { expect_straight_cuts(metis); }

TEST(MetisPartitioner, IsAsGoodAsBruteForceOnSmallGraphs) { EXPECT_GE(best_of_twenty(metis), 14); }

TEST(MetisPartitioner, SharesMayBeAnyNumbers) { expect_any_shares(metis); }

TEST(MetisPartitioner, TakesWhatHasLittleToDivide) { expect_little_is_divided(metis); }

TEST(MetisPartitioner, GivesEqualResultsForEqualArguments) { expect_equal_results(metis); }

TEST(MetisPartitioner, SeveralThreadsMayUseIt) {
  expect_equal_results_in_threads(metis, {.shares = {1, 2, 1, 2, 1, 1, 1, 3}});
}

// METIS writes there when it runs out of blocks.
TEST(MetisPartitioner, WritesNothingWhereFewBlocksHaveMostOfTheWork) {
  for (const int blocks : {3, 4, 5, 7, 16}) {
    WeightedGraph chain{.first = {0}};
    for (int b = 0; b < blocks; ++b) {
      for (const int neighbour : {b - 1, b + 1})
        if (neighbour >= 0 && neighbour < blocks) {
          chain.neighbours.push_back(neighbour);
          chain.edge_weights.push_back(1);
        }
      chain.first.push_back(int(chain.neighbours.size()));
      chain.weights.push_back(b == 1 ? 1000 : 1);
    }
    testing::internal::CaptureStdout();
    const std::vector<int> part = metis.partition(chain, {.shares = {1, 1, 1, 1}});
    std::fflush(stdout);
    EXPECT_EQ(testing::internal::GetCapturedStdout(), "") << blocks;
    const std::set<int> used(part.begin(), part.end());
    EXPECT_EQ(used.size(), std::size_t(std::min(blocks, 4))) << blocks;
  }
}

}  // namespace
}  // namespace cardon
