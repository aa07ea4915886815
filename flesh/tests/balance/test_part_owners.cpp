// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cardon/kit/balance/block_graph.hpp>
#include <cardon/kit/balance/part_owners.hpp>
#include <numeric>
#include <random>

#include "../support/partitioner_checks.hpp"

namespace cardon {
namespace {

SimilarityMatrix random_matrix(int n, unsigned seed) {
  std::mt19937 random(seed);
  SimilarityMatrix matrix{n, n, {}};
  for (int i = 0; i < n * n; ++i)
    matrix.weights.push_back(random() % 3 == 0 ? double(random() % 100) : 0.0);
  return matrix;
}

double best_of_all(const SimilarityMatrix& matrix, RemapMetric metric) {
  std::vector<int> owners(std::size_t(matrix.parts));
  std::iota(owners.begin(), owners.end(), 0);
  double best = 1e300;
  do best = std::min(best, remap_volume(matrix, owners, metric));
  while (std::next_permutation(owners.begin(), owners.end()));
  return best;
}

// The greedy rule keeps at least half of the weight in place that the best assignment keeps, and
// comes close to it on average.
TEST(RemapParts, IsNearTheBestAssignment) {
  double total = 0, exact = 0;
  for (unsigned seed = 1; seed <= 60; ++seed) {
    const SimilarityMatrix matrix = random_matrix(7, seed);
    const double all = std::accumulate(matrix.weights.begin(), matrix.weights.end(), 0.0);
    const double best = best_of_all(matrix, RemapMetric::total_volume);
    const double found = remap_volume(matrix, remap_parts(matrix, RemapMetric::total_volume),
                                      RemapMetric::total_volume);
    EXPECT_GE(all - found, (all - best) / 2);
    total += found;
    exact += best;
  }
  EXPECT_LE(total, 1.05 * exact);
}

TEST(RemapParts, EachMetricIsBestInItsOwn) {
  double sums[3][3] = {};
  for (unsigned seed = 1; seed <= 40; ++seed) {
    const SimilarityMatrix matrix = random_matrix(8, seed);
    for (const int aim : {0, 1, 2}) {
      const std::vector<int> owners = remap_parts(matrix, RemapMetric(aim));
      std::vector<int> sorted = owners;
      std::sort(sorted.begin(), sorted.end());
      for (int i = 0; i < 8; ++i) ASSERT_EQ(sorted[std::size_t(i)], i) << "a permutation";
      std::vector<int> identity(8);
      std::iota(identity.begin(), identity.end(), 0);
      EXPECT_LE(remap_volume(matrix, owners, RemapMetric(aim)),
                remap_volume(matrix, identity, RemapMetric(aim)));
      for (const int metric : {0, 1, 2})
        sums[metric][aim] += remap_volume(matrix, owners, RemapMetric(metric));
    }
  }
  for (const int metric : {0, 1, 2})
    for (const int aim : {0, 1, 2}) EXPECT_LE(sums[metric][metric], sums[metric][aim] + 1e-9);
}

TEST(RemapParts, KeepsToClasses) {
  const SimilarityMatrix matrix{3, 3, {0, 9, 0, 9, 0, 0, 0, 0, 1}};
  EXPECT_EQ(remap_parts(matrix, RemapMetric::total_volume), (std::vector<int>{1, 0, 2}));
  EXPECT_EQ(remap_parts(matrix, RemapMetric::total_volume, {0, 1, 1}), (std::vector<int>{0, 1, 2}));
}

TEST(SimilarityMatrix, CountsBytesOfBlocksByPartAndOwner) {
  BalanceProblem problem;
  problem.ranks.resize(3);
  problem.blocks = {{.rank = 0, .bytes = 10}, {.rank = 1, .bytes = 20}, {.rank = 1}, {.rank = 2}};
  const std::vector<int> owners{1, 0, -1};
  const SimilarityMatrix matrix =
      similarity_of(problem, std::vector{1, 0, 2, 3}, std::vector{0, 1, 1, 0}, owners, 2);
  EXPECT_EQ(matrix.weights, (std::vector<double>{20, 0, 1, 10})) << "rank 2 has no owner";
}

TEST(BlockGraph, AddsUpBothDirections) {
  BalanceProblem problem;
  problem.blocks = {{.work = 1}, {.work = 2}, {.work = 3}};
  problem.edges = {{2, 0, 1, 10}, {0, 2, 2, 20}, {0, 1, 5, 50}};
  const WeightedGraph all = block_graph(problem, std::vector{0, 1, 2}, EdgeMeasure::bytes);
  EXPECT_EQ(all.first, (std::vector<int>{0, 2, 3, 4}));
  EXPECT_EQ(all.neighbours, (std::vector<int>{1, 2, 0, 0}));
  EXPECT_EQ(all.edge_weights, (std::vector<double>{50, 30, 50, 30}));
  const WeightedGraph two = block_graph(problem, std::vector{2, 0}, EdgeMeasure::messages);
  EXPECT_EQ(two.weights, (std::vector<double>{3, 1}));
  EXPECT_EQ(two.edge_weights, (std::vector<double>{3, 3}));
  EXPECT_EQ(edge_cut(all, std::vector{0, 0, 1}), 30);
}

}  // namespace
}  // namespace cardon
