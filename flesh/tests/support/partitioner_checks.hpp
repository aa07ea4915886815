// SPDX-License-Identifier: Apache-2.0
// What every partitioner must be able to do.
#pragma once
#include <gtest/gtest.h>

#include <algorithm>
#include <cardon/balancing/partitioner.hpp>
#include <cardon/kit/balance/block_graph.hpp>
#include <functional>
#include <numeric>
#include <span>
#include <thread>
#include <vector>

namespace cardon {

/// Of equal vertices, in rows along x; all edges weigh the same.
inline WeightedGraph grid_graph(int nx, int ny) {
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

inline std::vector<double> part_weights(const WeightedGraph& graph, const std::vector<int>& parts,
                                        int n) {
  std::vector<double> weights(std::size_t(n), 0.0);
  for (int v = 0; v < graph.vertices(); ++v)
    weights.at(std::size_t(parts[std::size_t(v)])) += graph.weights[std::size_t(v)];
  return weights;
}

/// Weight of edges between vertices of different parts, each edge counted once.
inline double edge_cut(const WeightedGraph& graph, std::span<const int> parts) {
  double cut = 0;
  for (int v = 0; v < graph.vertices(); ++v)
    for (int e = graph.first[std::size_t(v)]; e < graph.first[std::size_t(v) + 1]; ++e) {
      const int w = graph.neighbours[std::size_t(e)];
      if (v < w && parts[std::size_t(v)] != parts[std::size_t(w)])
        cut += graph.edge_weights[std::size_t(e)];
    }
  return cut;
}

/// What a partitioner keeps small.
using PartitionCost = std::function<double(const WeightedGraph&, const std::vector<int>&)>;

/// `per_row`: cost of a straight cut through a grid, by the vertices along it, which is the best.
inline void expect_straight_cuts(const Partitioner& partitioner,
                                 const PartitionCost& cost = edge_cut, double per_row = 1) {
  for (const int n : {4, 8, 16, 32}) {
    const WeightedGraph graph = grid_graph(n, n);
    const std::vector<int> parts = partitioner.partition(graph, {.shares = {1, 1}});
    EXPECT_LE(cost(graph, parts), 1.25 * per_row * n) << n;
    EXPECT_NEAR(part_weights(graph, parts, 2)[0], n * n / 2.0, 0.05 * n * n / 2);
  }
}

/// Twenty graphs of 12 vertices: halves are equal, and cost at most 1.5 times as much as the best
/// ones; in how many trials they are the best.
inline int best_of_twenty(const Partitioner& partitioner, const PartitionCost& cost = edge_cut) {
  int best_ones = 0;
  for (int trial = 0; trial < 20; ++trial) {
    WeightedGraph graph = grid_graph(4, 3);
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
      best = std::min(best, cost(graph, parts));
    }
    const std::vector<int> parts =
        partitioner.partition(graph, {.shares = {1, 1}, .tolerance = 0.001});
    EXPECT_EQ(std::count(parts.begin(), parts.end(), 0), 6);
    EXPECT_LE(cost(graph, parts), 1.5 * best);
    best_ones += cost(graph, parts) <= best * (1 + 1e-9) ? 1 : 0;
  }
  return best_ones;
}

inline void expect_any_shares(const Partitioner& partitioner) {
  const WeightedGraph graph = grid_graph(32, 32);
  const std::vector<int> parts = partitioner.partition(graph, {.shares = {1.5, 1, 1.15}});
  const std::vector<double> weights = part_weights(graph, parts, 3);
  const double unit = 1024 / 3.65;
  EXPECT_NEAR(weights[0], 1.5 * unit, 0.06 * 1.5 * unit);
  EXPECT_NEAR(weights[1], unit, 0.06 * unit);
  EXPECT_NEAR(weights[2], 1.15 * unit, 0.06 * 1.15 * unit);
}

inline void expect_little_is_divided(const Partitioner& partitioner) {
  EXPECT_TRUE(partitioner.partition({}, {.shares = {1, 1}}).empty());
  const WeightedGraph graph = grid_graph(3, 1);
  EXPECT_EQ(partitioner.partition(graph, {.shares = {1}}), (std::vector<int>{0, 0, 0}));
  for (const int part : partitioner.partition(graph, {.shares = {1, 1, 1, 1, 1}}))
    EXPECT_TRUE(part >= 0 && part < 5);
  WeightedGraph weightless = graph;
  for (double& w : weightless.weights) w = 0;
  for (double& w : weightless.edge_weights) w = 0;
  EXPECT_EQ(partitioner.partition(weightless, {.shares = {1, 1}}).size(), 3u);
}

/// Ranks may be threads of one process.
inline void expect_equal_results_in_threads(const Partitioner& partitioner,
                                            const PartitionRequest& request) {
  const WeightedGraph graph = grid_graph(24, 24);
  const std::vector<int> parts = partitioner.partition(graph, request);
  std::vector<std::vector<int>> found(4);
  std::vector<std::thread> threads;
  for (auto& each : found)
    threads.emplace_back([&] {
      for (int round = 0; round < 5; ++round) each = partitioner.partition(graph, request);
    });
  for (std::thread& thread : threads) thread.join();
  for (const auto& each : found) EXPECT_EQ(each, parts);
}

/// Calls with equal arguments, with others in between.
inline void expect_equal_results(const Partitioner& partitioner) {
  const WeightedGraph graph = grid_graph(20, 20), other = grid_graph(7, 3);
  const PartitionRequest request{.shares = {1, 2, 1, 3}, .seed = 5};
  const std::vector<int> parts = partitioner.partition(graph, request);
  for (int n = 0; n < 3; ++n) {
    partitioner.partition(other, {.shares = {1, 1}, .seed = unsigned(n)});
    EXPECT_EQ(partitioner.partition(graph, request), parts);
  }
}

}  // namespace cardon
