// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cardon/kit/balance/placement_cost.hpp>
#include <cardon/thorn/error.hpp>

#include "balancing/block_scene.hpp"

namespace cardon {
namespace {

struct Counts {
  double wide, near;     // pairs of neighbours at different sites; on different ranks of a site
  int border, min, max;  // blocks with a neighbour at another site: all, and per rank
};

Counts counts_of(const BalanceProblem& problem) {
  const Placement placement = placement_of(problem);
  const PlacementFigures f = PlacementCost(problem).figures(placement);
  std::vector<char> border(placement.size(), 0);
  for (const BlockEdge& e : problem.edges)
    if (problem.ranks[std::size_t(placement[std::size_t(e.from)])].site !=
        problem.ranks[std::size_t(placement[std::size_t(e.to)])].site)
      border[std::size_t(e.from)] = 1;
  std::vector<int> per_rank(problem.ranks.size(), 0);
  int all = 0;
  for (std::size_t b = 0; b < border.size(); ++b) {
    per_rank[std::size_t(placement[b])] += border[b];
    all += border[b];
  }
  const auto [min, max] = std::minmax_element(per_rank.begin(), per_rank.end());
  return {f.wide_messages / 2, (f.messages - f.wide_messages) / 2, all, *min, *max};
}

struct Row {
  int ranks, n;
  Counts naive, block;
};

// The maps "naive" and "block" of G. A. Koenig's dissertation (University of Illinois, 2007,
// chapter 5) on two sites: edges and border blocks, as their rules give them.
constexpr Row rows[] = {
    {8, 8, {8, 48, 16, 0, 8}, {8, 24, 16, 2, 2}},
    {8, 16, {48, 192, 96, 0, 32}, {16, 48, 32, 4, 4}},
    {8, 32, {224, 768, 448, 0, 128}, {32, 96, 64, 8, 8}},
    {16, 8, {56, 56, 64, 4, 4}, {8, 56, 16, 1, 1}},
    {16, 16, {16, 224, 32, 0, 16}, {16, 112, 32, 2, 2}},
    {16, 32, {96, 896, 192, 0, 64}, {32, 224, 64, 4, 4}},
    {32, 16, {240, 240, 256, 8, 8}, {16, 240, 32, 1, 1}},
    {32, 32, {32, 960, 64, 0, 32}, {32, 480, 64, 2, 2}},
    {32, 64, {192, 3840, 384, 0, 128}, {64, 960, 128, 4, 4}},
    {64, 16, {112, 368, 224, 3, 4}, {16, 272, 32, 0, 1}},
    {64, 32, {992, 992, 1024, 16, 16}, {32, 992, 64, 1, 1}},
    {64, 64, {64, 3968, 128, 0, 64}, {64, 1984, 128, 2, 2}},
};

TEST(BlockScene, MapsHaveTheCountsOfTheirRules) {
  for (const Row& row : rows)
    for (const char* map : {"naive", "block"}) {
      const BalanceProblem problem =
          make_problem({.blocks = {row.n, row.n}, .ranks = row.ranks, .map = map});
      const Counts& expected = map[0] == 'n' ? row.naive : row.block;
      const Counts found = counts_of(problem);
      const std::string name = std::to_string(row.ranks) + " ranks, " + map;
      EXPECT_EQ(found.wide, expected.wide) << name << row.n;
      EXPECT_EQ(found.near, expected.near) << name << row.n;
      EXPECT_EQ(found.border, expected.border) << name << row.n;
      EXPECT_EQ(found.min, expected.min) << name << row.n;
      EXPECT_EQ(found.max, expected.max) << name << row.n;
    }
}

// As many messages between sites as the map "block", border blocks spread as evenly, equally many
// blocks per rank; with many ranks fewer messages within sites.
TEST(BlockScene, SquareMapsSpreadTheBorder) {
  for (const Row& row : rows)
    for (const int sites : {2, 1}) {
      const BalanceProblem problem = make_problem(
          {.blocks = {row.n, row.n}, .ranks = row.ranks, .sites = sites, .map = "square"});
      const Counts found = counts_of(problem);
      const std::string name = std::to_string(row.ranks) + " ranks, " + std::to_string(row.n);
      EXPECT_EQ(found.wide, sites == 2 ? row.block.wide : 0) << name;
      EXPECT_LE(found.max - found.min, 1) << name;
      if (sites == 2 && row.ranks >= 32 && row.n >= 32) {
        EXPECT_LE(found.near, 0.85 * row.block.near) << name;
      }
      std::vector<int> blocks(problem.ranks.size(), 0);
      for (const BlockLoad& block : problem.blocks) ++blocks[std::size_t(block.rank)];
      const auto [min, max] = std::minmax_element(blocks.begin(), blocks.end());
      EXPECT_LE(*max - *min, 1) << name;
    }
  const BalanceProblem three =
      make_problem({.blocks = {12, 12}, .ranks = 12, .sites = 3, .map = "square"});
  EXPECT_EQ(counts_of(three).wide, 24);
}

TEST(BlockScene, WorkIsThatOfAStep) {
  for (const char* load : {"uniform", "random", "hot-spot", "clusters", "front"}) {
    const BalanceProblem problem =
        make_problem({.blocks = {6, 8, 10}, .ranks = 4, .step = 0.5, .load = load});
    double work = 0;
    for (const BlockLoad& block : problem.blocks) work += block.work;
    EXPECT_NEAR(work, 4 * 0.5, 1e-12) << load;
    EXPECT_EQ(problem.blocks.size(), 480u);
    EXPECT_EQ(problem.edges.size(), 2u * (5 * 80 + 6 * 7 * 10 + 48 * 9));
  }
}

// 216 cells with 26 neighbours each and themselves; of two cells that reach further, one pair.
TEST(BlockScene, PairsOfCellsAnswerThem) {
  for (const int reach : {1, 2}) {
    const std::size_t neighbours = reach == 1 ? 26 : 44;
    const BalanceProblem problem =
        make_problem({.graph = "particles", .blocks = {6, 6, 6}, .reach = reach});
    EXPECT_EQ(problem.blocks.size(), 216 + 216 * neighbours / 2 + 216);
    EXPECT_EQ(problem.edges.size(), 2 * (2 * 216 * neighbours / 2 + 216));
    for (const BlockEdge& edge : problem.edges) EXPECT_NE(edge.from < 216, edge.to < 216);
  }
}

TEST(BlockScene, TrianglesArePlanarAndBodiesSeeEachOther) {
  const BalanceProblem planar = make_problem({.graph = "triangles", .blocks = {25, 40}});
  EXPECT_EQ(planar.edges.size(), 2u * (24 * 40 + 25 * 39 + 24 * 39));
  const BalanceProblem bodies =
      make_problem({.graph = "bodies", .blocks = {256}, .step = 0, .block_bytes = 1});
  const std::size_t leaves = bodies.blocks.size();
  EXPECT_GE(leaves, 256u / 8);
  EXPECT_EQ(bodies.edges.size(), leaves * (leaves - 1));
  double count = 0;
  for (const BlockLoad& leaf : bodies.blocks) {
    EXPECT_LE(leaf.bytes, 8);
    count += leaf.bytes;
  }
  EXPECT_EQ(count, 256);
}

TEST(BlockScene, WhatCannotBeIsAnError) {
  EXPECT_THROW(make_problem({.graph = "tree"}), Error);
  EXPECT_THROW(make_problem({.graph = "triangles", .load = "front"}), Error);
  EXPECT_THROW(make_problem({.graph = "particles", .reach = 3}), Error);
  EXPECT_THROW(make_problem({.blocks = {0, 4}}), Error);
  EXPECT_THROW(make_problem({.ranks = 7, .sites = 2}), Error);
  EXPECT_THROW(make_problem({.speeds = {1}}), Error);
  EXPECT_THROW(make_problem({.load = "heavy"}), Error);
  EXPECT_THROW(make_problem({.map = "round"}), Error);
}

}  // namespace
}  // namespace cardon
