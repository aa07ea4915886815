// SPDX-License-Identifier: Apache-2.0
// Blocks that go to other ranks during a run: the same bits as without.
#include <gtest/gtest.h>

#include <mutex>

#include "evolve.hpp"
#include "grid_driver.hpp"

namespace cardon::test {
namespace {

constexpr int steps_with_moves = 14;

std::vector<Real> not_moving(Experiment experiment) {
  experiment.sites = {1};
  experiment.driver = "{calibration: never}";
  return evolve(experiment, {.steps = steps_with_moves}).values;
}

/// Any rank for any block, the same for all ranks.
std::vector<int> random_owners(const Layout& layout, int ranks, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<int> owners;
  for (int block = 0; block < layout.blocks(); ++block)
    owners.push_back(int(random() % unsigned(ranks)));
  return owners;
}

Manner moving(const Experiment& experiment, unsigned seed) {
  Manner manner{.steps = steps_with_moves, .weather = storm(seed)};
  for (int step = int(seed % 3); step < steps_with_moves; step += 3)
    manner.moves[step] = [=, ranks = experiment.ranks()](const Layout& layout) {
      return random_owners(layout, ranks, 100 * seed + unsigned(step));
    };
  return manner;
}

void expect_same_when_moving(Experiment experiment, const std::vector<std::vector<int>>& all_sites,
                             const std::vector<std::string>& settings) {
  const std::vector<Real> wanted = not_moving(experiment);
  unsigned seed = 1;
  for (const std::vector<int>& sites : all_sites)
    for (const std::string& driver : settings) {
      experiment.sites = sites;
      experiment.driver = driver;
      ++seed;
      EXPECT_EQ(evolve(experiment, moving(experiment, seed)).values, wanted)
          << experiment.text() << ", seed " << seed;
    }
}

const std::vector<std::string> many_blocks{
    "{calibration: never, blocks_per_rank: 4, piece_bytes: 512}",
    "{calibration: never, blocks_per_rank: 3, ghost_zones: 3, compression: [change, zeros]}",
    "{calibration: never, blocks_per_rank: 2, ghost_zones: 2, overlap: never}"};

TEST(Migration, BlocksMayMoveOnARing) {
  for (const Physics physics : {Physics::leapfrog, Physics::stages})
    expect_same_when_moving({.physics = physics, .points = {5, 6, 36}}, few_sites, many_blocks);
}

// Sites in the middle have two links, those at the ends have one.
TEST(Migration, BlocksMayMoveAlongAChain) {
  for (const Physics physics : {Physics::leapfrog, Physics::stages})
    expect_same_when_moving(
        {.physics = physics, .points = {6, 7, 36}, .periodic = {true, false, false}}, few_sites,
        many_blocks);
}

TEST(Migration, BlocksMayMoveWithExteriorLayers) {
  expect_same_when_moving(
      {.points = {7, 6, 60}, .periodic = {false, true, false}, .radius = 2, .owned_layers = 2},
      {{2}, {1, 1}, {1, 1, 1}},
      {"{calibration: never, blocks_per_rank: 3, ghost_zones: 4}", "{calibration: never}"});
}

TEST(Migration, SettingsMayChangeInBetween) {
  Experiment experiment{.points = {6, 6, 40}, .sites = {2, 1}};
  const std::vector<Real> wanted = not_moving(experiment);
  experiment.driver = "{calibration: never, blocks_per_rank: 3}";
  const Case the_case(experiment);
  DriverSettings settings = grid_driver::plan_sites(the_case.setup(), 3).settings;
  Manner manner = moving(experiment, 1);
  settings.links[0].codecs[0] = codec_names({"change", "zeros"});
  manner.changes[5] = settings;
  settings.links[0].depth = 3;
  settings.blocks_per_rank = 2;
  manner.changes[8] = settings;
  EXPECT_EQ(evolve(experiment, manner).values, wanted);
}

// Points by slab.
std::vector<long> core_points(const Decomposition& decomposition) {
  std::vector<long> points;
  for (const Slab& slab : decomposition.slabs) points.push_back(slab.core.points());
  return points;
}

TEST(Migration, SitesGetPointsByTheirRanksThatAreNotIdle) {
  Experiment experiment{.points = {6, 6, 48}, .sites = {2, 2}};
  const std::vector<Real> wanted = not_moving(experiment);
  experiment.driver = "{calibration: never, blocks_per_rank: 2, ghost_zones: 2}";
  Manner manner = moving(experiment, 2);
  manner.idle[4] = {3};
  const Outcome outcome = evolve(experiment, manner);
  EXPECT_EQ(outcome.values, wanted);
  EXPECT_NEAR(double(core_points(outcome.decomposition)[0]), 32 * 36, 2 * 36);
  // A tuner's change keeps the shares, and a rank that comes back counts again.
  const Case the_case(experiment);
  DriverSettings settings = grid_driver::plan_sites(the_case.setup(), 4).settings;
  settings.links[0].depth = 3;
  manner.changes[7] = settings;
  const Outcome changed = evolve(experiment, manner);
  EXPECT_EQ(changed.values, wanted);
  EXPECT_NEAR(double(core_points(changed.decomposition)[0]), 32 * 36, 2 * 36);
  manner.idle[9] = {};
  const Outcome back = evolve(experiment, manner);
  EXPECT_EQ(back.values, wanted);
  EXPECT_EQ(core_points(back.decomposition), (std::vector<long>{24 * 36, 24 * 36}));
}

// Blocks stay with the ranks that have them, whatever moves in between.
TEST(Migration, SitesMayGetOtherShares) {
  Experiment experiment{.points = {6, 6, 48}, .sites = {2, 2}};
  const std::vector<Real> wanted = not_moving(experiment);
  for (const std::string& driver : many_blocks) {
    experiment.driver = driver;
    for (unsigned seed = 1; seed <= 3; ++seed) {
      Manner manner = moving(experiment, seed);
      manner.shares[4] = {0.75, 1.25};
      manner.shares[9] = {1.6, 0.6};
      manner.shares[13] = {1.1, 0.9};
      EXPECT_EQ(evolve(experiment, manner).values, wanted) << driver << ", seed " << seed;
    }
  }
  experiment.driver = "{calibration: never, blocks_per_rank: 2}";
  const std::vector<int> owners{1, 0, 1, 1, 3, 3, 2, 3};
  Manner manner{.steps = steps_with_moves};
  manner.moves[2] = [&](const Layout&) { return owners; };
  manner.shares[4] = {0.75, 1.25};
  const Outcome outcome = evolve(experiment, manner);
  EXPECT_EQ(outcome.values, wanted);
  EXPECT_EQ(outcome.decomposition.rank_of_block, owners);
  EXPECT_EQ(core_points(outcome.decomposition), (std::vector<long>{18 * 36, 30 * 36}));
}

TEST(Migration, ACutThatTheUserFixedStays) {
  Experiment experiment{.points = {6, 6, 48}, .sites = {2, 2}};
  experiment.driver = "{calibration: never, blocks_per_rank: 2, decomposition: fixed}";
  const Outcome outcome = evolve(experiment, {.idle = {{4, {3}}}});
  EXPECT_EQ(core_points(outcome.decomposition), (std::vector<long>{24 * 36, 24 * 36}));
}

// Every step is computed once by somebody, and by nobody twice: a block that left is no longer
// computed where it was.
TEST(Migration, WorkGoesWithTheBlock) {
  Experiment experiment{.points = {6, 6, 40}, .sites = {2}};
  experiment.driver = "{calibration: never, blocks_per_rank: 4}";
  Manner manner{.steps = 10};
  manner.moves[0] = [](const Layout& layout) {
    return std::vector<int>(std::size_t(layout.blocks()), 1);
  };
  const Outcome outcome = evolve(experiment, manner);
  EXPECT_EQ(outcome.decomposition.rank_of_block, std::vector<int>(8, 1));
  long points[2] = {0, 0}, planned[2] = {0, 0};
  for (const std::size_t rank : {0, 1})
    for (std::size_t task = 0; task < outcome.timings[rank].tasks.size(); ++task) {
      points[rank] += outcome.timings[rank].tasks[task].points;
      planned[rank] += outcome.planned_points[rank][task];
    }
  EXPECT_EQ(points[0], planned[0]);
  EXPECT_EQ(points[1], planned[1]);
  EXPECT_GT(points[1], 5 * points[0]);
}

// All blocks are measured over the same steps, whichever runs ahead.
TEST(Migration, BlocksAreMeasuredOverTheSameSteps) {
  Experiment experiment{.points = {6, 6, 40}, .sites = {2}};
  experiment.driver = "{calibration: never, blocks_per_rank: 4}";
  std::mutex mutex;
  std::map<int, BlockMeasure> found;
  Manner manner{.steps = 12, .look_every = 100, .weather = storm(3), .measured_step = 10};
  manner.take = [&](const BlockMeasure& measure) {
    const std::lock_guard lock(mutex);
    EXPECT_TRUE(found.try_emplace(measure.block, measure).second);
  };
  evolve(experiment, manner);
  ASSERT_EQ(found.size(), 8u);
  for (const auto& [block, measure] : found) {
    EXPECT_GT(measure.seconds, 0);
    // Two levels of 6 x 6 x 5 points.
    EXPECT_EQ(measure.bytes, 2 * 6 * 6 * 5 * 8.0);
    ASSERT_EQ(measure.sent.size(), 2u);  // a ring of blocks
    for (const BlockTraffic& traffic : measure.sent) {
      EXPECT_TRUE((traffic.to - block + 8) % 8 == 1 || (block - traffic.to + 8) % 8 == 1);
      // The exchange for the first step was before the measurement. A face has images beside it.
      EXPECT_EQ(traffic.messages, 9);
      EXPECT_EQ(traffic.bytes, 9 * 8 * 8 * 8.0);
    }
  }
}

}  // namespace
}  // namespace cardon::test
