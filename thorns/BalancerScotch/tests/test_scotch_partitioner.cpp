// SPDX-License-Identifier: Apache-2.0
#include "scotch_partitioner.hpp"
#include "support/partitioner_checks.hpp"

namespace cardon {
namespace {

const ScotchPartitioner scotch;

TEST(ScotchPartitioner, FindsTheStraightCut) { expect_straight_cuts(scotch); }

TEST(ScotchPartitioner, IsAsGoodAsBruteForceOnSmallGraphs) {
  EXPECT_GE(best_of_twenty(scotch), 14);
}

TEST(ScotchPartitioner, SharesMayBeAnyNumbers) { expect_any_shares(scotch); }

TEST(ScotchPartitioner, TakesWhatHasLittleToDivide) { expect_little_is_divided(scotch); }

TEST(ScotchPartitioner, GivesEqualResultsForEqualArguments) { expect_equal_results(scotch); }

/// Ranks at two sites, even ones at the first, and far more expensive messages between the sites.
PartitionRequest two_sites(int ranks, double between_sites) {
  PartitionRequest request;
  for (int a = 0; a < ranks; ++a) {
    request.shares.push_back(a % 3 == 0 ? 2 : 1);
    for (int b = 0; b < ranks; ++b)
      request.distances.push_back((a - b) % 2 == 0 ? 1 : between_sites);
  }
  return request;
}

double cut_between_sites(const WeightedGraph& graph, std::vector<int> parts) {
  for (int& part : parts) part %= 2;
  return edge_cut(graph, parts);
}

// The straight line between sites has 32 edges.
TEST(ScotchPartitioner, CutsFewEdgesBetweenSites) {
  const WeightedGraph graph = grid_graph(32, 32);
  for (const int ranks : {4, 16, 48}) {
    const PartitionRequest request = two_sites(ranks, 50), flat{.shares = request.shares};
    const std::vector<int> parts = scotch.partition(graph, request);
    const double cut = cut_between_sites(graph, parts);
    EXPECT_LE(cut, 45) << ranks;
    EXPECT_GE(cut_between_sites(graph, scotch.partition(graph, flat)), 1.25 * cut) << ranks;
    const std::vector<double> weights = part_weights(graph, parts, ranks);
    double all = 0;
    for (const double share : request.shares) all += share;
    for (int rank = 0; rank < ranks; ++rank)
      EXPECT_LE(weights[std::size_t(rank)],
                1.1 * 1024 * request.shares[std::size_t(rank)] / all + 1);
  }
}

// However many cores there are, and however busy they are.
TEST(ScotchPartitioner, GivesEqualResultsForEqualDistances) {
  const WeightedGraph graph = grid_graph(32, 32);
  const PartitionRequest request = two_sites(48, 50);
  const std::vector<int> first = scotch.partition(graph, request);
  for (int again = 0; again < 10; ++again) EXPECT_EQ(scotch.partition(graph, request), first);
}

TEST(ScotchPartitioner, TakesDistancesOfAnySize) {
  const WeightedGraph graph = grid_graph(16, 16);
  const std::vector<int> parts = scotch.partition(graph, two_sites(4, 1e9));
  EXPECT_LE(cut_between_sites(graph, parts), 20);
}

TEST(ScotchPartitioner, SeveralThreadsMayUseIt) {
  expect_equal_results_in_threads(scotch, two_sites(8, 20));
}

}  // namespace
}  // namespace cardon
