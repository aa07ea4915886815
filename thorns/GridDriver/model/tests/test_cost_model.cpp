// SPDX-License-Identifier: Apache-2.0
// The cost model against what theory says, and against figures of real runs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cardon/kit/processor_time.hpp>
#include <cardon/tuning/search.hpp>
#include <limits>
#include <map>

#include "wave_program.hpp"

namespace cardon {
namespace {

using test::estimate_of;
using test::GridCostModel;
using test::machine_of;
using test::settings_of;
using test::step_of;
using test::wave_program;

TEST(CostModel, WithoutOverlapEveryExchangeWaitsForTheLatency) {
  const Program program = wave_program({16, 16, 128});
  const GridCostModel model(program, {}, machine_of({1, 1}));
  for (const double latency : {0.0, 0.01, 0.075}) {
    const Prediction p =
        model.predict(settings_of(1, 1, false, 1), estimate_of(program, 2, 1, 0.1, latency))
            .value();
    EXPECT_NEAR(p.seconds_per_step, 0.1 + latency, 1e-6);
    EXPECT_NEAR(p.efficiency, 0.1 / (0.1 + latency), 1e-4);
    EXPECT_NEAR(p.exposed, latency, 1e-6);
    EXPECT_NEAR(p.compute, 0.1, 1e-6);
    EXPECT_NEAR(p.own_compute, 0.1, 1e-6);
  }
}

TEST(CostModel, DeeperGhostZonesWaitLessOftenAndComputeMore) {
  const Program program = wave_program({16, 16, 512});
  const GridCostModel model(program, {}, machine_of({1, 1}));
  const MachineEstimate e = estimate_of(program, 2, 1, 0.1, 0.08);
  // A ring of two sites: 0 + 1 + 2 + 3 layers at both ends of 256 planes in 4 steps.
  const Prediction p = model.predict(settings_of(1, 4, false, 1), e).value();
  EXPECT_NEAR(p.compute, 0.1 * (1 + 2 * 1.5 / 256), 1e-6);
  EXPECT_NEAR(p.redundant, 0.1 * 2 * 1.5 / 256, 1e-6);
  EXPECT_NEAR(p.own_compute, 0.1, 1e-6);
  EXPECT_NEAR(p.seconds_per_step, p.compute + 0.02, 1e-4);
}

TEST(CostModel, SeveralBlocksHideLatencyAsMeasured) {
  const Program program = wave_program({32, 32, 256});
  const GridCostModel model(program, {}, machine_of({2, 2}));
  // Milliseconds, from flesh/doc/wide-area-results.md, part D.
  const std::map<double, double> measured = {{0, 20.1},  {10, 20.2}, {18, 20.3},
                                             {22, 22.9}, {25, 25.8}, {30, 30.8}};
  for (const auto& [latency, step] : measured) {
    const MachineEstimate e = estimate_of(program, 4, 1, 0.02, 1e-3 * latency);
    EXPECT_NEAR(1e3 * step_of(model, settings_of(1, 1, true, 8), e), step, 0.03 * step) << latency;
  }
}

TEST(CostModel, TheBandwidthOfALinkIsSharedByItsRanks) {
  const Program program = wave_program({64, 64, 64});
  const GridCostModel model(program, {}, machine_of({4, 4}));
  // Both faces of a ring: 2 x 64 x 64 points of 8 bytes at 1 MB/s, and images beyond the edges.
  const double step =
      step_of(model, settings_of(1, 1, false, 1), estimate_of(program, 8, 1, 0.01, 0, 1e6));
  EXPECT_NEAR(step, 0.01 + 2 * 66 * 66 * 8 / 1e6, 3e-3);
}

TEST(CostModel, CodecsMakeMessagesShorterAndTakeTime) {
  const Program program = wave_program({64, 64, 64});
  const GridCostModel model(program, {}, machine_of({1, 1}));
  MachineEstimate e = estimate_of(program, 2, 1, 0.01, 0, 1e6);
  DriverSettings settings = settings_of(1, 1, false, 1);
  const double plain = step_of(model, settings, e);
  const CodecNames chain = codec_names({"zlib-1"});
  for (const int d : {0, 1}) {
    e.codecs[d][0].push_back({chain, test::known(4), test::known(1e-8), test::known(0)});
    settings.links[0].codecs[d] = chain;
  }
  const double bytes = 2 * 66 * 66 * 8;
  EXPECT_NEAR(plain, 0.01 + bytes / 1e6, 1e-3);
  EXPECT_NEAR(step_of(model, settings, e), 0.01 + bytes / 4e6 + 1e-8 * bytes, 1e-3);
}

TEST(CostModel, ASlowRankHoldsUpAllUnlessTheGridIsCutForIt) {
  const Program program = wave_program({16, 16, 120});
  const GridCostModel model(program, {}, machine_of({2, 2}));
  MachineEstimate e = estimate_of(program, 4, 1, 0.1, 0);
  e.relative_cost[1] = test::known(2);
  DriverSettings settings = settings_of(1, 1, true, 1);
  EXPECT_NEAR(step_of(model, settings, e), 0.2, 1e-3);
  settings.speeds = {1, 0.5, 1, 1};
  EXPECT_NEAR(step_of(model, settings, e), 0.1 * 4 / 3.5, 4e-3);
}

TEST(CostModel, BlocksAndTheirFacesCostWhatTheEstimateSays) {
  const Program program = wave_program({16, 16, 128});
  Machine machine = machine_of({2});
  machine.sites[0].topology = {1, 1, 2};
  const GridCostModel model(program, {}, machine);
  MachineEstimate e = estimate_of(program, 2, 0, 0.1, 0);
  e.call_seconds = {0, 2e-3};
  e.between_calls = 1e-3;
  for (const bool overlap : {false, true}) {
    const auto step = [&](int blocks) {
      return model.predict(settings_of(0, 1, overlap, blocks), e).value().compute;
    };
    e.face_seconds = {0, 1e-6};
    EXPECT_NEAR(step(1), 0.1 + 3e-3 + 1e-6 * (2 * 16 * 16 + 4 * 16 * 64), 1e-6);
    e.face_seconds.clear();
    EXPECT_NEAR(step(8), 0.1 + 8 * 3e-3, 1e-6);
  }
}

// A block next to the link waits once in four steps for more than a step; others compute meanwhile.
TEST(CostModel, WhatBlocksCostLimitsTheirNumber) {
  const Program program = wave_program({32, 32, 256});
  const GridCostModel model(program, {}, machine_of({1, 1}));
  MachineEstimate e = estimate_of(program, 2, 1, 0.02, 0.05);
  const auto best = [&] {
    SearchSpace space;
    space.freedom.depth = space.freedom.codecs = {false};
    space.freedom.blocks = true;
    return search_settings(model, space, e, settings_of(1, 4, true, 1)).best.settings;
  };
  const int many = best().blocks_per_rank;
  EXPECT_GE(many, 8);
  e.call_seconds = {0, 1e-3};
  EXPECT_LT(best().blocks_per_rank, many);
  EXPECT_GT(best().blocks_per_rank, 1);
}

TEST(CostModel, CopiesBetweenBlocksHaveAPriceOfTheirOwn) {
  const Program program = wave_program({32, 32, 64});
  const GridCostModel model(program, {}, machine_of({1}));
  MachineEstimate e = estimate_of(program, 1, 0, 0.01, 0);
  e.pack = 1e-9;
  const auto exchange = [&] {
    return model.predict(settings_of(0, 1, true, 8), e).value().exchange;
  };
  const double as_messages = exchange();
  EXPECT_GT(as_messages, 0);
  e.near_pack = 3e-9;
  EXPECT_NEAR(exchange(), 3 * as_messages, 1e-3 * as_messages);
}

TEST(CostModel, AColumnStandsForAllRanks) {
  const Program program = wave_program({64, 64, 256});
  const Machine machine = machine_of({32, 32});
  const GridCostModel all(program, {}, machine), column(program, {}, machine, {.max_ranks = 8});
  const MachineEstimate e = estimate_of(program, 64, 1, 0.1, 0.05, 1e6);
  for (const int depth : {1, 4})
    for (const bool overlap : {false, true}) {
      const DriverSettings settings = settings_of(1, depth, overlap, 2);
      const double whole = step_of(all, settings, e);
      EXPECT_NEAR(step_of(column, settings, e), whole, 0.1 * whole) << depth << overlap;
    }
}

TEST(CostModel, WhereAllWaitForAllTheLinkRestsWhileTheyCompute) {
  const Program program = wave_program({64, 64, 256});
  const Machine machine = machine_of({16, 16});
  const GridCostModel free(program, {}, machine),
      together(program, {}, machine, {.together = true});
  const MachineEstimate e = estimate_of(program, 32, 1, 0.1, 0, 1e6);
  const DriverSettings settings = settings_of(1, 1, false, 1);
  const double transfer = 2 * 66 * 66 * 8 / 1e6;
  EXPECT_NEAR(step_of(together, settings, e), 0.1 + transfer, 0.1 * transfer);
  EXPECT_LT(step_of(free, settings, e), step_of(together, settings, e));
}

TEST(CostModel, NothingWhereTheGridCannotBeCut) {
  const Program program = wave_program({16, 16, 32});
  const GridCostModel model(program, {}, machine_of({1, 1}));
  EXPECT_FALSE(model.predict(settings_of(1, 40, false, 1), estimate_of(program, 2, 1, 1, 0)));
  EXPECT_FALSE(model.predict(settings_of(1, 1, false, 99999), estimate_of(program, 2, 1, 1, 0)));
}

TEST(CostModel, WhatCostsNothingComesToAnEnd) {
  const Program program = wave_program({16, 16, 32});
  for (const std::vector<int>& ranks : {std::vector<int>{1}, {2}, {1, 1}}) {
    const GridCostModel model(program, {}, machine_of(ranks));
    const int links = int(ranks.size()) - 1, all = links + ranks.front();
    EXPECT_EQ(
        step_of(model, settings_of(links, 1, true, 2), estimate_of(program, all, links, 0, 0)), 0);
  }
}

TEST(CostModel, AnEstimateMustHoldNumbers) {
  const Program program = wave_program({16, 16, 32});
  const GridCostModel model(program, {}, machine_of({1, 1}));
  MachineEstimate e = estimate_of(program, 2, 1, 0.1, 0);
  e.task_seconds[1] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(model.predict(settings_of(1, 1, true, 1), e), Bug);
  e = estimate_of(program, 2, 1, 0.1, -1);
  EXPECT_THROW(model.predict(settings_of(1, 1, true, 1), e), Bug);
}

TEST(CostModel, APredictionTakesMilliseconds) {
  const Program program = wave_program({32, 32, 256});
  const GridCostModel model(program, {}, machine_of({2, 2}));
  const MachineEstimate e = estimate_of(program, 4, 1, 0.1, 0.02, 1e6);
  model.predict(settings_of(1, 10, true, 2), e);  // plans
  double least = 1;
  for (int n = 0; n < 5; ++n) {
    DriverSettings settings = settings_of(1, 10, true, 4);
    settings.links[0].packing = n;  // another cut each time
    const double start = processor_seconds();
    model.predict(settings, e);
    least = std::min(least, processor_seconds() - start);
  }
  RecordProperty("microseconds", int(1e6 * least));
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "sanitizers make everything several times slower";
#endif
  EXPECT_LT(least, 0.02);
}

DriverSettings with_speeds(const std::vector<double>& speeds) {
  DriverSettings settings = settings_of(1, 1, true, 1);
  settings.speeds = speeds;
  return settings;
}

TEST(CostModel, PricesANewCutByBytesOverLinks) {
  const Program program = wave_program({16, 16, 128});
  const GridCostModel model(program, {}, machine_of({1, 1}));
  const MachineEstimate e = estimate_of(program, 2, 1, 0.1, 0.05, 1e5);
  const DriverSettings equal = with_speeds({1, 1}), uneven = with_speeds({3, 1});
  // 32 planes of 256 points change their site, two levels of a field each.
  const double bytes = 32 * 256 * 2 * 8;
  EXPECT_NEAR(model.moving_seconds(equal, uneven, e), 3 * 0.05 + bytes / 1e5, 0.05);
  EXPECT_NEAR(model.moving_seconds(uneven, equal, e), 3 * 0.05 + bytes / 1e5, 0.05);
  EXPECT_EQ(model.moving_seconds(equal, equal, e), 0);
  DriverSettings blocks = equal;
  blocks.blocks_per_rank = 4;  // the same points in other pieces
  EXPECT_LT(model.moving_seconds(equal, blocks, e), 0.01);
}

TEST(CostModel, PointsThatStayOnASiteDoNotUseItsLinks) {
  const Program program = wave_program({16, 16, 128});
  const GridCostModel model(program, {}, machine_of({2, 2}));
  MachineEstimate e = estimate_of(program, 4, 1, 0.1, 0.05, 1e3);
  e.intra_bandwidth = 1e6;
  const double seconds =
      model.moving_seconds(with_speeds({1, 1, 1, 1}), with_speeds({1.5, 0.5, 1, 1}), e);
  EXPECT_GT(seconds, 0.01);
  EXPECT_LT(seconds, 0.2);
}

// The machine file's bandwidth counts until the run has felt one.
TEST(CostModel, PricesALinkWhoseLimitNobodyFeltByTheMachineFile) {
  const Program program = wave_program({16, 16, 128});
  Machine machine = machine_of({1, 1});
  machine.links = {SiteLink{.name = "a-b", .sites = {0, 1}, .bandwidth = 1e5}};
  const GridCostModel model(program, {}, machine);
  const MachineEstimate e = estimate_of(program, 2, 1, 0.1, 0.05);
  EXPECT_GT(model.moving_seconds(with_speeds({1, 1}), with_speeds({3, 1}), e), 1);
}

}  // namespace
}  // namespace cardon
