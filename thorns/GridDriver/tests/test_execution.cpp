// SPDX-License-Identifier: Apache-2.0
// Which block does what next.
#include <gtest/gtest.h>

#include <algorithm>

#include "experiment.hpp"
#include "grid_driver.hpp"
#include "grid_parameters.hpp"
#include "rank.hpp"
#include "slow_world.hpp"

namespace cardon::test {
namespace {

using namespace grid_driver;

bool is_exchange(const plan::Operation& operation) {
  return operation.kind == plan::Operation::Kind::exchange;
}

// Messages of a wide link to this block of rank 0 come late.
Weather late_block(int block, double seconds) {
  return {.delay = [=](const Envelope& e) {
    const bool wide = e.tag % 2 == 1, mine = (e.tag - 1024) / 2 % max_blocks_per_rank == block;
    return e.to == 0 && wide && mine ? seconds : 0;
  }};
}

// Site a lies below site b: its last block talks to b, and the first could be a step ahead of it
// for every block between them.
TEST(RankExecutor, BlocksRunAheadOfALateOneButNotFar) {
  const Case the_case({.dimensions = 1,
                       .points = {96, 1, 1},
                       .periodic = {false, true, true},
                       .sites = {1, 1},
                       .driver = "{calibration: never, blocks_per_rank: 12}"});
  SlowWorld world(2, late_block(11, 25e-3));
  long widest = 0, per_step = 0;
  world.run([&](Transport& transport) {
    Rank rank(the_case, transport, true);
    PlanReader plan(the_case.program, rank.links());
    for (int step = 0; step <= 14; ++step) {
      const auto operations = plan.next();
      ASSERT_TRUE(plan.at_end_of_step());
      rank.executor().execute(operations, PlanReader::state(step));
      if (transport.rank() > 0) continue;
      per_step = std::max(per_step, long(operations.size()));
      widest = std::max(widest, rank.spread());
    }
    rank.executor().finish();
    EXPECT_EQ(rank.spread(), 0);
  });
  EXPECT_GT(widest, per_step);
  EXPECT_LE(widest, 5 * per_step);
  EXPECT_EQ(world.left_over(), 0u);
}

// A ring of eight blocks: each rank has two faces to the other one and three pairs of its own.
TEST(RankExecutor, TellsMessagesOfOtherRanksFromItsOwn) {
  const Case the_case(
      {.points = {6, 6, 40}, .sites = {2}, .driver = "{calibration: never, blocks_per_rank: 4}"});
  SlowWorld world(2, {});
  world.run([&](Transport& transport) {
    Rank rank(the_case, transport, true);
    PlanReader plan(the_case.program, rank.links());
    for (int step = 0; step <= 5; ++step) {
      rank.executor().execute(plan.next(), PlanReader::state(step));
      ASSERT_TRUE(plan.at_end_of_step());
    }
    rank.executor().finish();
    const LinkTimings intra = rank.timings().links.at(0);
    const RankMeasure measure = rank.executor().take_rank_measure();
    EXPECT_GT(intra.bytes_raw, 0);
    // Packed by the sender, unpacked by the receiver.
    EXPECT_EQ(measure.far.bytes, 2 * double(intra.bytes_raw));
    EXPECT_EQ(measure.near.bytes, 2 * double(intra.bytes_local));
    EXPECT_EQ(measure.near.bytes, 3 * measure.far.bytes);
    EXPECT_GT(measure.far.seconds, 0);
    EXPECT_GT(measure.near.seconds, 0);
    EXPECT_LE(measure.far.seconds + measure.near.seconds, intra.pack + intra.unpack + 1e-12);
    EXPECT_EQ(rank.executor().take_rank_measure().far.bytes, 0) << "since the last call";
  });
}

// Nothing asks for what the last exchange brings.
TEST(RankExecutor, FinishBringsExchangesToTheirEnd) {
  const Case the_case({.points = {5, 6, 48},
                       .sites = {1, 1},
                       .driver = "{calibration: never, blocks_per_rank: 2}"});
  SlowWorld world(2, {.delay = [](const Envelope&) { return 2e-3; }});
  world.run([&](Transport& transport) {
    Rank rank(the_case, transport, true);
    PlanReader plan(the_case.program, rank.links());
    std::vector<plan::Operation> all;
    do {
      const auto some = plan.next();
      all.insert(all.end(), some.begin(), some.end());
    } while (std::none_of(all.begin(), all.end(), is_exchange));
    while (!is_exchange(all.back())) all.pop_back();
    rank.executor().execute(all, PlanReader::state(1));
    rank.executor().finish();
    for (const BlockScheduler& block : rank.executor().blocks()) {
      EXPECT_EQ(block.next(), BlockScheduler::Next::nothing);
      EXPECT_FALSE(block.pending());
    }
  });
  EXPECT_EQ(world.left_over(), 0u);
}

TEST(RankExecutor, ASingleBlockIsNeverBehind) {
  const Case the_case({.points = {5, 6, 24}, .sites = {1, 1}, .driver = "{calibration: never}"});
  SlowWorld world(2, late_block(0, 5e-4));
  world.run([&](Transport& transport) {
    Rank rank(the_case, transport, true);
    PlanReader plan(the_case.program, rank.links());
    long operations = 0;
    for (int step = 0; step <= 10; ++step) {
      const auto some = plan.next();
      operations += long(some.size());
      rank.executor().execute(some, PlanReader::state(step));
      EXPECT_EQ(rank.executor().blocks().front().position(), operations);
    }
    rank.executor().finish();
  });
}

// One call may bring several steps; exchanges then stand between tasks.
TEST(RankExecutor, WithoutOverlapBlocksWaitForEachOtherAtEveryExchange) {
  for (const Physics physics : {Physics::leapfrog, Physics::stages})
    for (const auto& sites : std::vector<std::vector<int>>{{1}, {2}, {1, 1}, {2, 1}}) {
      const Experiment experiment{.physics = physics,
                                  .points = {5, 6, 48},
                                  .sites = sites,
                                  .driver = "{calibration: never, blocks_per_rank: 3}"};
      const Case the_case(experiment);
      SlowWorld world(experiment.ranks());
      world.run([&](Transport& transport) {
        Rank rank(the_case, transport, false);
        PlanReader plan(the_case.program, rank.links());
        std::vector<plan::Operation> all;
        for (int step = 0; step <= 6;) {
          const auto some = plan.next();
          all.insert(all.end(), some.begin(), some.end());
          step += plan.at_end_of_step();
        }
        rank.executor().execute(all, PlanReader::state(1));
        EXPECT_EQ(rank.spread(), 0);
        rank.executor().finish();
      });
      EXPECT_EQ(world.left_over(), 0u) << experiment.text();
    }
}

TEST(RankExecutor, WithoutOverlapNothingIsComputedWhileMessagesTravel) {
  const Case the_case({.points = {5, 6, 24},
                       .sites = {1, 1},
                       .driver = "{calibration: never, blocks_per_rank: 2, overlap: never}"});
  SlowWorld world(2, {.delay = [](const Envelope&) { return 1e-3; }});
  world.run([&](Transport& transport) {
    Rank rank(the_case, transport, false);
    PlanReader plan(the_case.program, rank.links());
    for (int step = 0; step <= 5; ++step) {
      rank.executor().execute(plan.next(), PlanReader::state(step));
      for (const BlockScheduler& block : rank.executor().blocks()) EXPECT_FALSE(block.pending());
    }
    rank.executor().finish();
    const LinkTimings& link = rank.timings().links.at(1);
    EXPECT_GT(link.flight, 0);
    EXPECT_LE(link.wait + link.poll, link.flight + rank.timings().links[0].flight);
  });
}

// Pieces are short where others wait, even if a single block exchanges nothing.
TEST(GridDriver, OthersArePolledBetweenPieces) {
  const Case the_case({.points = {5, 6, 96}, .sites = {1}, .driver = "{calibration: never}"});
  long polled[2] = {0, 0};
  for (const bool awaited : {false, true}) {
    SlowWorld world(1);
    world.run([&](Transport& transport) {
      GridDriver driver;
      driver.setup(the_case.setup(), transport);
      auto polls = driver.poll_between_pieces([&] {
        ++polled[awaited];
        return awaited;
      });
      PlanReader plan(the_case.program, driver.links());
      auto run_to = [&, step = 0](int last) mutable {
        while (step <= last) {
          driver.execute(plan.next(), PlanReader::state(step));
          step += plan.at_end_of_step();
        }
        driver.finish();
      };
      run_to(4);
      polls.reset();
      const long before = polled[awaited];
      run_to(8);
      EXPECT_EQ(polled[awaited], before);
    });
  }
  EXPECT_GT(polled[0], 0);
  EXPECT_GT(polled[1], 2 * polled[0]);
}

TEST(GridDriver, DecomposesWithoutRunning) {
  const Case the_case({.points = {9, 9, 30},
                       .sites = {2, 1, 1},
                       .driver = "{ghost_zones: {a-b: 3}, blocks_per_rank: 2}"});
  const PlannedDecomposition planned = GridDriver().decompose(the_case.setup(), 4);
  EXPECT_EQ(planned.decomposition.owned.size(), 8u);
  EXPECT_EQ(planned.settings.blocks_per_rank, 2);
  ASSERT_EQ(planned.links.size(), 4u);
  EXPECT_EQ(planned.links[0].name, "intra");
  EXPECT_EQ(planned.links[1].name, "a-b");
  EXPECT_EQ(planned.links[1].depth, 3);
  EXPECT_EQ(planned.links[3].name, "a-c");
  EXPECT_EQ(planned.links[3].depth, 1);
  EXPECT_EQ(planned.links[3].axis, 2);
  ASSERT_EQ(planned.figures.size(), 4u);
  EXPECT_EQ(planned.figures[1].name, "a-b");
  EXPECT_EQ(planned.figures[1].depth, 3);
  EXPECT_EQ(planned.figures[1].codec, "none");
}

}  // namespace
}  // namespace cardon::test
