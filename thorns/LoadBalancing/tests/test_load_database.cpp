// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <cardon/kit/balance/placement_cost.hpp>
#include <cardon/thorn/error.hpp>

#include "load_database.hpp"
#include "machine_loads.hpp"

namespace cardon {
namespace {

using ::testing::DoubleEq;
using ::testing::ElementsAre;

/// Two ranks with two blocks each; rank 0 is busy for 6 s of 10 steps, rank 1 for 2 s.
std::vector<LoadReport> two_ranks() {
  LoadReport first{.idle = 0, .background = 1, .interrupted = 6, .far = {}, .near = {}};
  first.blocks = {{0, 2, 800, {{1, 10, 640}, {2, 10, 320}}}, {1, 3, 800, {{0, 10, 640}}}};
  LoadReport second{.idle = 4, .background = 0, .interrupted = 0, .far = {}, .near = {}};
  second.blocks = {{2, 0.5, 800, {{0, 10, 320}}}, {3, 1.5, 400, {}}};
  return {first, second};
}

// Rank 0 packs 640 bytes for the other rank in 0.32 s, where 1920 bytes between its blocks take
// 0.48 s: 0.25 ms more per byte. On rank 1 a byte costs 4 ms more, since its core was taken away.
std::vector<LoadReport> packing_ranks() {
  std::vector<LoadReport> ranks = two_ranks();
  ranks[0].far = {.seconds = 0.32, .bytes = 640};
  ranks[0].near = {.seconds = 0.48, .bytes = 1920};
  ranks[1].far = {.seconds = 3, .bytes = 640};
  ranks[1].near = {.seconds = 0.1, .bytes = 100};
  return ranks;
}

Decomposition four_blocks() {
  Decomposition decomposition;
  decomposition.owned.resize(4);
  decomposition.rank_of_block = {0, 0, 1, 1};
  return decomposition;
}

Machine two_sites() {
  Machine machine;
  machine.sites = {{.name = "a", .ranks = {0}}, {.name = "b", .ranks = {1}}};
  machine.links = {{.name = "a-b", .sites = {0, 1}, .latency = 0.01, .bandwidth = 1e6}};
  return machine;
}

TEST(LoadReport, GoesThroughBytes) {
  for (const LoadReport& report : packing_ranks()) {
    const std::vector<std::byte> bytes = to_bytes(report);
    EXPECT_LE(bytes.size(), max_report_bytes(report.blocks.size()));
    const LoadReport back = report_from_bytes(bytes);
    EXPECT_EQ(back.idle, report.idle);
    EXPECT_EQ(back.background, report.background);
    EXPECT_EQ(back.interrupted, report.interrupted);
    EXPECT_EQ(back.far.seconds, report.far.seconds);
    EXPECT_EQ(back.near.bytes, report.near.bytes);
    EXPECT_EQ(back.message, report.message);
    ASSERT_EQ(back.blocks.size(), report.blocks.size());
    for (std::size_t n = 0; n < back.blocks.size(); ++n) {
      EXPECT_EQ(back.blocks[n].block, report.blocks[n].block);
      EXPECT_EQ(back.blocks[n].seconds, report.blocks[n].seconds);
      EXPECT_EQ(back.blocks[n].bytes, report.blocks[n].bytes);
      ASSERT_EQ(back.blocks[n].sent.size(), report.blocks[n].sent.size());
      for (std::size_t s = 0; s < back.blocks[n].sent.size(); ++s) {
        EXPECT_EQ(back.blocks[n].sent[s].to, report.blocks[n].sent[s].to);
        EXPECT_EQ(back.blocks[n].sent[s].bytes, report.blocks[n].sent[s].bytes);
      }
    }
  }
  EXPECT_THROW(report_from_bytes(std::vector<std::byte>(20)), Bug);
}

TEST(LoadReport, LeavesOutTheLightestMessages) {
  LoadReport report;
  report.blocks = {{0, 1, 8, {}}};
  for (int peer = 1; peer <= 100; ++peer) report.blocks[0].sent.push_back({peer, 1, double(peer)});
  const std::vector<std::byte> bytes = to_bytes(report);
  EXPECT_EQ(bytes.size(), max_report_bytes(1));
  const auto sent = report_from_bytes(bytes).blocks[0].sent;
  ASSERT_EQ(sent.size(), max_reported_receivers);
  for (const BlockTraffic& traffic : sent) EXPECT_GT(traffic.to, 36);
}

TEST(LoadDatabase, TellsSecondsPerStep) {
  const LoadDatabase loads(two_ranks(), 10);
  EXPECT_THAT(loads.busy(), ElementsAre(DoubleEq(0.6), DoubleEq(0.2)));
  EXPECT_THAT(loads.idle(), ElementsAre(DoubleEq(0), DoubleEq(0.4)));
  EXPECT_DOUBLE_EQ(loads.slowest(), 0.6);
  EXPECT_DOUBLE_EQ(loads.imbalance(), 1.5);
}

// Seconds on a fast rank are more work than seconds on a slow one.
TEST(LoadDatabase, TurnsSecondsIntoWorkBySpeeds) {
  const LoadDatabase loads(two_ranks(), 10);
  const BalanceProblem problem =
      loads.problem(machine_loads(two_sites(), {3, 1}, {0, 1}), four_blocks());
  ASSERT_EQ(problem.blocks.size(), 4u);
  EXPECT_DOUBLE_EQ(problem.ranks[0].speed, 1.5);
  EXPECT_DOUBLE_EQ(problem.ranks[1].speed, 0.5);
  EXPECT_DOUBLE_EQ(problem.blocks[1].work, 0.3 * 1.5);
  EXPECT_DOUBLE_EQ(problem.blocks[3].work, 0.15 * 0.5);
  EXPECT_EQ(problem.blocks[3].bytes, 400);
  EXPECT_EQ(problem.blocks[3].rank, 1);
  EXPECT_DOUBLE_EQ(problem.ranks[0].background, 0.1);
  ASSERT_EQ(problem.edges.size(), 4u);
  EXPECT_EQ(problem.edges[1].from, 0);
  EXPECT_EQ(problem.edges[1].to, 2);
  EXPECT_DOUBLE_EQ(problem.edges[1].bytes, 32);
  EXPECT_DOUBLE_EQ(problem.edges[1].messages, 1);
}

TEST(LoadDatabase, PredictsWithTheMeasuredCostOfMessages) {
  const BalanceProblem machine = machine_loads(two_sites(), {}, {0, 1});
  const BalanceProblem problem = LoadDatabase(packing_ranks(), 10).problem(machine, four_blocks());
  EXPECT_DOUBLE_EQ(problem.packing_seconds, 0.00025);
  // 32 bytes per step go either way between the ranks. Their cost is no longer part of the blocks
  // that send and of the ranks that receive, as far as these have any.
  EXPECT_DOUBLE_EQ(problem.blocks[0].work, 0.2 - 32 * 0.00025);
  EXPECT_DOUBLE_EQ(problem.blocks[1].work, 0.3);
  EXPECT_DOUBLE_EQ(problem.ranks[0].background, 0.1 - 32 * 0.00025);
  EXPECT_DOUBLE_EQ(problem.ranks[1].background, 0);
  // So the present step is predicted as it was measured...
  BalanceProblem near = problem;
  near.links.clear();
  EXPECT_NEAR(PlacementCost(near).rank_seconds({0, 0, 1, 1})[0], 0.6, 1e-12);
  // ...and block 1 on rank 1 takes along its work, and makes more messages cross.
  EXPECT_NEAR(PlacementCost(near).rank_seconds({0, 1, 1, 1})[0],
              0.3 - 2 * 32 * 0.00025 + (32 + 32 + 64 + 64) * 0.00025, 1e-12);
}

// Short messages took 4 ms: 80 ms for the 20 messages that leave and reach rank 0. The other half
// of what these took is for their bytes.
TEST(LoadDatabase, PartOfTheCostOfAMessageDoesNotDependOnItsLength) {
  std::vector<LoadReport> ranks = packing_ranks();
  ranks[0].message = 0.004;
  ranks[1].message = 0.03;
  const BalanceProblem machine = machine_loads(two_sites(), {}, {0, 1});
  const BalanceProblem problem = LoadDatabase(ranks, 10).problem(machine, four_blocks());
  EXPECT_DOUBLE_EQ(problem.message_seconds, 0.004);
  EXPECT_DOUBLE_EQ(problem.packing_seconds, 0.000125);
  EXPECT_DOUBLE_EQ(problem.blocks[0].work, 0.2 - 0.004 - 32 * 0.000125);
  EXPECT_DOUBLE_EQ(problem.ranks[0].background, 0.1 - 0.004 - 32 * 0.000125);
  BalanceProblem near = problem;
  near.links.clear();
  EXPECT_NEAR(PlacementCost(near).rank_seconds({0, 0, 1, 1})[0], 0.6, 1e-12) << "as measured";
  // With block 1 on rank 1, two more messages cross.
  EXPECT_NEAR(PlacementCost(near).rank_seconds({0, 1, 1, 1})[0],
              0.3 - 2 * (0.004 + 32 * 0.000125) + 4 * 0.004 + (32 + 32 + 64 + 64) * 0.000125,
              1e-12);
}

TEST(LoadDatabase, MessagesCostNoMoreThanTheyTook) {
  std::vector<LoadReport> ranks = packing_ranks();
  for (LoadReport& rank : ranks) rank.message = 1;
  const MessageCost cost =
      LoadDatabase(ranks, 10).message_cost(std::vector<RankLoad>(2), four_blocks());
  EXPECT_DOUBLE_EQ(cost.seconds, 0.16 / 20);
  EXPECT_DOUBLE_EQ(cost.per_byte, 0);
}

// A rank that is twice as fast takes half as long.
TEST(LoadDatabase, MessagesCostWhatTheyTakeOnARankOfSpeedOne) {
  std::vector<LoadReport> ranks = two_ranks();
  ranks[0].message = 0.001;
  const std::vector<RankLoad> machine{{.speed = 2}, {.speed = 0.5}};
  const MessageCost cost = LoadDatabase(ranks, 10).message_cost(machine, four_blocks());
  EXPECT_DOUBLE_EQ(cost.seconds, 0.002);
  EXPECT_EQ(cost.per_byte, 0) << "nothing is known of bytes";
}

TEST(LoadDatabase, WithoutBothKindsOfMessagesNothingIsKnownOfTheirBytes) {
  std::vector<LoadReport> ranks = packing_ranks();
  for (LoadReport& rank : ranks) rank.near = {};
  const BalanceProblem machine = machine_loads(two_sites(), {}, {0, 1});
  EXPECT_EQ(LoadDatabase(ranks, 10).problem(machine, four_blocks()).packing_seconds, 0);
  const MessageCost cost = LoadDatabase(two_ranks(), 10).message_cost(machine.ranks, four_blocks());
  EXPECT_EQ(cost.per_byte, 0);
  EXPECT_EQ(cost.seconds, 0);
}

TEST(LoadDatabase, TakesARankWithHalfOfACoreForHalfAsFast) {
  const LoadDatabase loads(two_ranks(), 10, {0.5, 1});
  EXPECT_THAT(loads.busy(), ElementsAre(DoubleEq(1.2), DoubleEq(0.2)));
  const BalanceProblem problem =
      loads.problem(machine_loads(two_sites(), {3, 1}, {0, 1}), four_blocks());
  EXPECT_DOUBLE_EQ(problem.ranks[0].speed, 0.75);
  EXPECT_DOUBLE_EQ(problem.ranks[0].background, 0.2);
  EXPECT_DOUBLE_EQ(problem.blocks[1].work, 0.3 * 1.5) << "as with the whole core";
}

TEST(LoadDatabase, KnowsTheMachine) {
  const BalanceProblem problem = machine_loads(two_sites(), {}, {0, 1});
  EXPECT_EQ(problem.sites, 2);
  EXPECT_EQ(problem.ranks[1].site, 1);
  EXPECT_EQ(problem.ranks[1].host, 1);
  EXPECT_EQ(problem.ranks[1].speed, 1);
  EXPECT_EQ(problem.link(0, 0).latency, 0);
  EXPECT_DOUBLE_EQ(problem.link(1, 0).latency, 0.01);
  EXPECT_DOUBLE_EQ(problem.link(0, 1).seconds_per_byte, 1e-6);
}

// In a chain of three sites, what goes from end to end passes both links.
TEST(LoadDatabase, SitesApartAreAsFarAsTheWayBetween) {
  Machine machine = two_sites();
  machine.sites.push_back({.name = "c", .ranks = {2}, .speed = 2});
  machine.links.push_back({.name = "b-c", .sites = {1, 2}, .latency = 0.02, .bandwidth = 5e5});
  const BalanceProblem problem = machine_loads(machine, {}, {0, 1, 2});
  EXPECT_DOUBLE_EQ(problem.link(0, 2).latency, 0.03);
  EXPECT_DOUBLE_EQ(problem.link(2, 0).seconds_per_byte, 2e-6);
  EXPECT_EQ(problem.ranks[2].speed, 1) << "only one site has a speed";
}

TEST(LoadDatabase, RefusesBlocksOfOthers) {
  std::vector<LoadReport> ranks = two_ranks();
  Decomposition decomposition = four_blocks();
  decomposition.rank_of_block[0] = 1;
  const BalanceProblem machine = machine_loads(two_sites(), {}, {0, 1});
  EXPECT_THROW(LoadDatabase(ranks, 10).problem(machine, decomposition), Bug);
  ranks[0].blocks.pop_back();
  EXPECT_THROW(LoadDatabase(ranks, 10).problem(machine, four_blocks()), Bug);
}

}  // namespace
}  // namespace cardon
