// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cardon/kit/balance/block_graph.hpp>
#include <cardon/kit/balance/partition_balancer.hpp>
#include <cardon/kit/balance/placement_cost.hpp>
#include <numeric>

#include "scotch_partitioner.hpp"

namespace cardon {
namespace {

// n x n blocks of a stencil; ranks of `sites` sites.
BalanceProblem grid(int n, int ranks, int sites) {
  BalanceProblem problem;
  problem.sites = sites;
  for (int r = 0; r < ranks; ++r) problem.ranks.push_back({.site = r * sites / ranks});
  for (int a = 0; a < sites; ++a)
    for (int b = 0; b < sites; ++b) problem.links.push_back({a == b ? 1e-5 : 1e-2, 1e-9});
  for (int y = 0; y < n; ++y)
    for (int x = 0; x < n; ++x) {
      problem.blocks.push_back({.rank = (x * n + y) % ranks, .work = 1, .bytes = 1});
      if (x + 1 < n) problem.edges.push_back({y * n + x, y * n + x + 1, 1, 8});
      if (y + 1 < n) problem.edges.push_back({y * n + x, y * n + x + n, 1, 8});
    }
  return problem;
}

WeightedGraph graph_of(const BalanceProblem& problem) {
  std::vector<int> all(problem.blocks.size());
  std::iota(all.begin(), all.end(), 0);
  return block_graph(problem, all, EdgeMeasure::messages);
}

TEST(ScotchPartitioner, FindsTheStraightCut) {
  for (const int n : {8, 16, 32}) {
    const WeightedGraph graph = graph_of(grid(n, 2, 1));
    const auto parts = ScotchPartitioner().partition(graph, {.shares = {1, 1}});
    EXPECT_LE(edge_cut(graph, parts), 1.25 * n) << n;
    const double zeros = double(std::count(parts.begin(), parts.end(), 0));
    EXPECT_NEAR(zeros, n * n / 2.0, 0.06 * n * n / 2);
  }
}

TEST(ScotchPartitioner, SharesMayBeAnyNumbers) {
  const WeightedGraph graph = graph_of(grid(32, 2, 1));
  const auto parts = ScotchPartitioner().partition(graph, {.shares = {1.5, 1, 1}});
  EXPECT_NEAR(double(std::count(parts.begin(), parts.end(), 0)), 1024 * 1.5 / 3.5, 30);
}

// Mapping to near and far ranks leaves fewer edges between sites than parts that are all alike,
// averaged over sizes and as far as both know.
TEST(ScotchPartitioner, KeepsNeighboursAtOneSite) {
  double near = 0, flat = 0;
  for (const int n : {12, 16, 20, 24}) {
    const BalanceProblem problem = grid(n, 12, 3);
    PartitionBalancer balancer(std::make_shared<ScotchPartitioner>());
    balancer.open({});
    const Placement mapped = placement_after(problem, balancer.plan(problem));
    near += PlacementCost(problem).figures(mapped).wide_messages;
    EXPECT_LE(imbalance(problem, mapped), 0.12) << n;
    BalanceProblem same = problem;
    same.links.assign(9, {1e-5, 1e-9});
    const Placement blind = placement_after(same, balancer.plan(same));
    flat += PlacementCost(problem).figures(blind).wide_messages;
  }
  EXPECT_LT(near, 0.95 * flat);
}

TEST(ScotchPartitioner, TakesWhatHasLittleToDivide) {
  EXPECT_TRUE(ScotchPartitioner().partition({}, {.shares = {1, 1}}).empty());
  const WeightedGraph graph = graph_of(grid(2, 1, 1));
  EXPECT_EQ(ScotchPartitioner().partition(graph, {.shares = {1}}), (std::vector<int>(4, 0)));
}

TEST(ScotchPartitioner, EqualSeedsGiveEqualMaps) {
  const WeightedGraph graph = graph_of(grid(16, 2, 1));
  const PartitionRequest request{.shares = {1, 1, 1}, .seed = 5};
  EXPECT_EQ(ScotchPartitioner().partition(graph, request),
            ScotchPartitioner().partition(graph, request));
}

}  // namespace
}  // namespace cardon
