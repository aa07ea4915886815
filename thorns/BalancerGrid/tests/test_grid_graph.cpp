// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cardon/kit/balance/placement_cost.hpp>
#include <random>
#include <set>

#include "grid_graph_balancer.hpp"
#include "metis_partitioner.hpp"
#include "seed_placer.hpp"
#include "stencil_blocks.hpp"
#include "wide_messages.hpp"

namespace cardon {
namespace {

using test::add_hot_spot;
using test::naive_blocks;
using Within = GridGraphBalancer::Within;

Placement planned(Within within, const GridOptions& options, const BalanceProblem& problem) {
  GridGraphBalancer balancer(within, options, std::make_shared<MetisPartitioner>());
  balancer.open({});
  return placement_after(problem, balancer.plan(problem));
}

PlacementFigures figures(const BalanceProblem& problem, const Placement& placement) {
  return PlacementCost(problem).figures(placement);
}

TEST(GridGraph, CutsFewEdgesBetweenSites) {
  struct Case {
    int ranks, n;
    double best;
  };
  for (const Case& c : {Case{16, 8, 8}, Case{8, 16, 16}, Case{8, 32, 32}}) {
    const BalanceProblem problem = naive_blocks(c.n, c.ranks);
    double local[3];
    int i = 0;
    for (const auto& [within, seeds] :
         {std::pair(Within::partition, true), {Within::placing, true}, {Within::placing, false}}) {
      const Placement placement = planned(within, {.seeds = seeds}, problem);
      const PlacementFigures f = figures(problem, placement);
      EXPECT_LE(f.wide_messages / 2, 1.25 * c.best) << c.ranks << ", " << c.n;
      local[i++] = f.messages - f.wide_messages;
      if (within == Within::partition) continue;
      std::vector<int> border(problem.ranks.size(), 0);
      const auto wide = wide_messages(problem, sites_of(problem, placement), EdgeMeasure::messages);
      for (std::size_t b = 0; b < wide.size(); ++b)
        border[std::size_t(placement[b])] += wide[b] > 0 ? 1 : 0;
      const auto half = border.begin() + c.ranks / 2;
      for (const auto& [from, to] : {std::pair(border.begin(), half), {half, border.end()}})
        EXPECT_LE(*std::max_element(from, to) - *std::min_element(from, to), 1);
    }
    EXPECT_LT(local[0], local[1]);
    EXPECT_LT(local[1], local[2]);
  }
}

TEST(GridGraph, SpeedsOfSitesAreRealNumbers) {
  for (const double speed : {2.0, 1.5, 1.15}) {
    BalanceProblem problem = naive_blocks(24, 4);
    problem.ranks[2].speed = problem.ranks[3].speed = speed;
    for (const Within within : {Within::partition, Within::placing})
      EXPECT_LE(imbalance(problem, planned(within, {}, problem)), 0.05) << speed;
  }
}

TEST(GridGraph, WorkWeighsUnlessTheOriginalIsAskedFor) {
  BalanceProblem problem = naive_blocks(16, 8);
  add_hot_spot(problem, 16);
  EXPECT_LE(imbalance(problem, planned(Within::placing, {}, problem)), 0.10);
  EXPECT_LE(imbalance(problem, planned(Within::placing, {.seeds = false}, problem)), 0.10);
  const GridOptions original{.weigh_sites_by_work = false};
  EXPECT_GE(imbalance(problem, planned(Within::placing, original, problem)), 0.15);
}

// Blocks of one site, placed as the dissertation says, by linear searches.
Placement linear_seeds(const BalanceProblem& problem, const std::vector<int>& blocks,
                       const std::vector<int>& ranks, const std::vector<double>& wide) {
  Placement placement(problem.blocks.size(), -1);
  CommPlacer placer(problem, ranks, {}, wide, placement);
  const BlockNeighbours neighbours = block_neighbours(problem, EdgeMeasure::messages);
  const auto work = [&](int b) { return problem.blocks[std::size_t(b)].work; };
  for (const bool border : {true, false}) {
    std::set<int> left;
    for (const int b : blocks)
      if ((wide[std::size_t(b)] > 0) == border) left.insert(b);
    while (!left.empty()) {
      const int rank = placer.next_rank();
      int a = *left.begin();
      for (const int b : left)
        if (work(b) > work(a)) a = b;
      int best = a;
      std::tuple<double, double, int> key(-1, 0, 0);
      for (const int b : left) {
        if (work(b) < 0.9 * work(a)) continue;
        if (placer.blocks(rank) == 0)
          key = std::max(key, std::tuple(wide[std::size_t(b)], work(b), -b));
        for (const auto& [seed, messages] : neighbours[std::size_t(b)])
          if (placer.blocks(rank) > 0 && placement[std::size_t(seed)] == rank)
            key = std::max(key, std::tuple(messages, work(b), -b));
      }
      if (std::get<0>(key) >= 0) best = -std::get<2>(key);
      placer.place(best, rank);
      left.erase(best);
    }
  }
  return placement;
}

TEST(SeedPlacer, HeapsAndLinearSearchesGiveTheSameMap) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> work(0.5, 2);
    BalanceProblem problem = naive_blocks(12, 6);
    for (BlockLoad& block : problem.blocks) block.work = work(random);
    for (BlockEdge& edge : problem.edges) edge.messages = work(random);
    std::vector<int> sites;
    for (int b = 0; b < 144; ++b) sites.push_back(b % 12 < 6 ? 0 : 1);
    const std::vector<double> wide = wide_messages(problem, sites, EdgeMeasure::messages);
    const std::vector<int> blocks = movable_by_site(problem, sites)[0], ranks{0, 1, 2};
    Placement placement(144, -1);
    const GridOptions options;
    CommPlacer placer(problem, ranks, options, wide, placement);
    const BlockNeighbours neighbours = block_neighbours(problem, EdgeMeasure::messages);
    SeedPlacer(problem, options, wide, neighbours, placer).place_all(blocks, placement);
    EXPECT_EQ(placement, linear_seeds(problem, blocks, ranks, wide)) << seed;
  }
}

TEST(GridGraph, EmptiesRanksThatAreGone) {
  BalanceProblem problem = naive_blocks(12, 6);
  problem.ranks[1].available = false;
  for (const Within within : {Within::partition, Within::placing}) {
    const Placement placement = planned(within, {}, problem);
    EXPECT_EQ(std::count(placement.begin(), placement.end(), 1), 0);
    EXPECT_LE(imbalance(problem, placement), 0.1);
  }
  for (std::size_t r = 0; r < 3; ++r) problem.ranks[r].available = false;
  const Placement placement = planned(Within::placing, {}, problem);
  EXPECT_TRUE(std::all_of(placement.begin(), placement.end(), [](int r) { return r >= 3; }));
}

}  // namespace
}  // namespace cardon
