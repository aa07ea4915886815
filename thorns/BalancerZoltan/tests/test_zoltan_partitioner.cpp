// SPDX-License-Identifier: Apache-2.0
#include "support/partitioner_checks.hpp"
#include "zoltan_partitioner.hpp"

namespace cardon {
namespace {

const ZoltanPartitioner zoltan;

// Both rows beside a straight cut have neighbours in the other part.
TEST(ZoltanPartitioner, FindsTheStraightCut) { expect_straight_cuts(zoltan, hyperedge_cut, 2); }

TEST(ZoltanPartitioner, IsAsGoodAsBruteForceOnSmallGraphs) {
  EXPECT_GE(best_of_twenty(zoltan, hyperedge_cut), 14);
}

// Nothing is said of parts that get less than their shares.
TEST(ZoltanPartitioner, SharesMayBeAnyNumbers) {
  const WeightedGraph graph = grid_graph(32, 32);
  for (unsigned seed = 1; seed < 6; ++seed) {
    const std::vector<double> shares{1.5, 1, 1.15};
    const std::vector<double> weights =
        part_weights(graph, zoltan.partition(graph, {.shares = shares, .seed = seed}), 3);
    for (std::size_t p = 0; p < 3; ++p) EXPECT_LE(weights[p], 1.06 * shares[p] * 1024 / 3.65);
  }
}

TEST(ZoltanPartitioner, TakesWhatHasLittleToDivide) { expect_little_is_divided(zoltan); }

TEST(ZoltanPartitioner, GivesEqualResultsForEqualArguments) { expect_equal_results(zoltan); }

TEST(ZoltanPartitioner, SeveralThreadsMayUseIt) {
  expect_equal_results_in_threads(zoltan, {.shares = {1, 2, 1, 2, 1, 1, 1, 3}});
}

// A hub and six leaves each: the hypergraph has two components, and so have the parts.
TEST(ZoltanPartitioner, KeepsWhatBelongsTogether) {
  WeightedGraph graph;
  graph.weights.assign(14, 1.0);
  const auto join = [&](int hub) {
    for (int v = hub; v < hub + 7; ++v) {
      for (int w = hub; w < hub + 7; ++w)
        if (v != w && (v == hub || w == hub)) {
          graph.neighbours.push_back(w);
          graph.edge_weights.push_back(1);
        }
      graph.first.push_back(int(graph.neighbours.size()));
    }
  };
  join(0);
  join(7);
  const std::vector<int> parts = zoltan.partition(graph, {.shares = {1, 1}});
  EXPECT_EQ(edge_cut(graph, parts), 0);
}

// A star of two leaves: cut between the leaves, the hub's hyperedge and one leaf's are in both
// parts.
TEST(ZoltanPartitioner, CostIsPartsBesideTheFirstOfEachHyperedge) {
  const WeightedGraph graph{{0, 2, 3, 4}, {1, 2, 0, 0}, {4, 2, 4, 2}, {1, 1, 1}};
  EXPECT_EQ(hyperedge_cut(graph, {0, 0, 0}), 0);
  EXPECT_EQ(hyperedge_cut(graph, {0, 0, 1}), 3 + 2);
  EXPECT_EQ(hyperedge_cut(graph, {0, 2, 1}), 2 * 3 + 4 + 2);
}

}  // namespace
}  // namespace cardon
