// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cardon/kit/balance/block_graph.hpp>
#include <numeric>

#include "metis_partitioner.hpp"

namespace cardon {
namespace {

WeightedGraph grid(int nx, int ny) {
  BalanceProblem problem;
  problem.blocks.resize(std::size_t(nx * ny), {.work = 1});
  for (int y = 0; y < ny; ++y)
    for (int x = 0; x < nx; ++x) {
      if (x + 1 < nx) problem.edges.push_back({y * nx + x, y * nx + x + 1, 0.5, 0.5});
      if (x + 1 < nx) problem.edges.push_back({y * nx + x + 1, y * nx + x, 0.5, 0.5});
      if (y + 1 < ny) problem.edges.push_back({y * nx + x, y * nx + x + nx, 1, 1});
    }
  std::vector<int> all(problem.blocks.size());
  std::iota(all.begin(), all.end(), 0);
  return block_graph(problem, all, EdgeMeasure::messages);
}

std::vector<double> part_weights(const WeightedGraph& graph, const std::vector<int>& parts, int n) {
  std::vector<double> weights(std::size_t(n), 0.0);
  for (int v = 0; v < graph.vertices(); ++v)
    weights.at(std::size_t(parts[std::size_t(v)])) += graph.weights[std::size_t(v)];
  return weights;
}

TEST(MetisPartitioner, FindsTheStraightCut) {
  for (const int n : {4, 8, 16, 32}) {
    const WeightedGraph graph = grid(n, n);
    const std::vector<int> parts = MetisPartitioner().partition(graph, {.shares = {1, 1}});
    EXPECT_LE(edge_cut(graph, parts), 1.25 * n) << n;  // n is the best
    const std::vector<double> weights = part_weights(graph, parts, 2);
    EXPECT_NEAR(weights[0], n * n / 2.0, 0.05 * n * n / 2);
  }
}

// No bisection into equal halves is better than the best of all of them.
TEST(MetisPartitioner, IsAsGoodAsBruteForceOnSmallGraphs) {
  int best_ones = 0;
  for (int trial = 0; trial < 20; ++trial) {
    WeightedGraph graph = grid(4, 3);
    for (int v = 0; v < graph.vertices(); ++v)
      for (int e = graph.first[std::size_t(v)]; e < graph.first[std::size_t(v) + 1]; ++e) {
        const int w = graph.neighbours[std::size_t(e)];
        graph.edge_weights[std::size_t(e)] = 1 + (v * w + v + w + trial) % 5;
      }
    double best = 1e9;
    for (unsigned bits = 0; bits < 4096; ++bits) {
      if (__builtin_popcount(bits) != 6) continue;
      std::vector<int> parts(12);
      for (int v = 0; v < 12; ++v) parts[std::size_t(v)] = int(bits >> v & 1);
      best = std::min(best, edge_cut(graph, parts));
    }
    const std::vector<int> parts =
        MetisPartitioner().partition(graph, {.shares = {1, 1}, .tolerance = 0.001});
    ASSERT_EQ(std::count(parts.begin(), parts.end(), 0), 6);
    EXPECT_LE(edge_cut(graph, parts), 1.5 * best);
    best_ones += edge_cut(graph, parts) <= best * (1 + 1e-9) ? 1 : 0;
  }
  EXPECT_GE(best_ones, 14);
}

TEST(MetisPartitioner, SharesMayBeAnyNumbers) {
  const WeightedGraph graph = grid(32, 32);
  const std::vector<int> parts = MetisPartitioner().partition(graph, {.shares = {1.5, 1, 1.15}});
  const std::vector<double> weights = part_weights(graph, parts, 3);
  const double unit = 1024 / 3.65;
  EXPECT_NEAR(weights[0], 1.5 * unit, 0.06 * 1.5 * unit);
  EXPECT_NEAR(weights[1], unit, 0.06 * unit);
  EXPECT_NEAR(weights[2], 1.15 * unit, 0.06 * 1.15 * unit);
}

TEST(MetisPartitioner, TakesWhatHasLittleToDivide) {
  EXPECT_TRUE(MetisPartitioner().partition({}, {.shares = {1, 1}}).empty());
  const WeightedGraph graph = grid(3, 1);
  EXPECT_EQ(MetisPartitioner().partition(graph, {.shares = {1}}), (std::vector<int>{0, 0, 0}));
  for (const int part : MetisPartitioner().partition(graph, {.shares = {1, 1, 1, 1, 1}}))
    EXPECT_TRUE(part >= 0 && part < 5);
  WeightedGraph weightless = graph;
  for (double& w : weightless.weights) w = 0;
  for (double& w : weightless.edge_weights) w = 0;
  EXPECT_EQ(MetisPartitioner().partition(weightless, {.shares = {1, 1}}).size(), 3u);
}

}  // namespace
}  // namespace cardon
