// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cardon/tuning/search.hpp>

#include "wave_program.hpp"

namespace cardon {
namespace {

using test::estimate_of;
using test::GridCostModel;
using test::known;
using test::machine_of;
using test::settings_of;
using test::step_of;
using test::wave_program;

SearchSpace everything() {
  SearchSpace space;
  space.freedom = {{true}, {true}, true, true, true};
  return space;
}

TEST(Search, NothingChangesWhereNothingIsGained) {
  const Program program = wave_program({16, 16, 128});
  const GridCostModel model(program, {}, machine_of({1, 1}));
  const DriverSettings start = settings_of(1, 1, true, 1);
  const SearchResult result =
      search_settings(model, everything(), estimate_of(program, 2, 1, 0.1, 0), start);
  EXPECT_TRUE(same_settings(result.best.settings, start));
}

TEST(Search, OnlyWhatIsFreeChanges) {
  const Program program = wave_program({16, 16, 512});
  const GridCostModel model(program, {}, machine_of({1, 1}));
  SearchSpace space = everything();
  space.freedom = {{true}, {false}, false, false, false};
  const MachineEstimate e = estimate_of(program, 2, 1, 0.139, 0.075);
  const SearchResult result = search_settings(model, space, e, settings_of(1, 1, false, 1));
  const DriverSettings& best = result.best.settings;
  EXPECT_FALSE(best.overlap);
  EXPECT_EQ(best.blocks_per_rank, 1);
  EXPECT_TRUE(best.speeds.empty());
  // Measured: 10 layers, of depths within 0.3 % the smallest.
  EXPECT_GE(best.links[0].depth, 8);
  EXPECT_LE(best.links[0].depth, 16);
}

TEST(Search, FindsWhatTryingAllFinds) {
  const Program program = wave_program({16, 16, 512});
  const GridCostModel model(program, {}, machine_of({1, 1}));
  for (const double latency : {0.005, 0.05, 0.15}) {
    const MachineEstimate e = estimate_of(program, 2, 1, 0.1, latency, 3e6);
    double least = 1e9;
    for (const bool overlap : {false, true})
      for (const int blocks : {1, 2, 4, 8})
        for (int depth = 1; depth <= 24; ++depth)
          least = std::min(least, step_of(model, settings_of(1, depth, overlap, blocks), e));
    const SearchResult result =
        search_settings(model, everything(), e, settings_of(1, 1, false, 1));
    EXPECT_LE(result.best.prediction.seconds_per_step, 1.006 * least) << latency;
    EXPECT_LE(result.tried, 300);
    ASSERT_FALSE(result.alternatives.empty());
    for (const Candidate& other : result.alternatives)
      EXPECT_FALSE(same_cut(other.settings, result.best.settings) &&
                   other.settings.overlap == result.best.settings.overlap);
  }
}

TEST(Search, ACodecIsTakenWhereItPaysInEachDirection) {
  const Program program = wave_program({128, 128, 24});
  const GridCostModel model(program, {}, machine_of({1, 1}));
  MachineEstimate e = estimate_of(program, 2, 1, 0.01, 0, 1e6);
  const CodecNames zlib = codec_names({"zlib-1"}), zstd = codec_names({"zstd-1"});
  for (const int d : {0, 1}) {
    e.codecs[d][0].push_back({zlib, known(3), known(1e-8), known(1e-8)});
    e.codecs[d][0].push_back({zstd, known(d == 0 ? 3 : 1.0), known(2e-9), known(1e-9)});
  }
  SearchSpace space = everything();
  space.chains = {zlib, zstd};
  DriverSettings best = search_settings(model, space, e, settings_of(1, 1, false, 1)).best.settings;
  EXPECT_TRUE(same_chain(best.links[0].codecs[0], zstd));
  EXPECT_TRUE(same_chain(best.links[0].codecs[1], zlib));
  e.links[0].bandwidth = known(1e10);
  best = search_settings(model, space, e, best).best.settings;
  EXPECT_TRUE(best.links[0].codecs[0].empty());
  EXPECT_TRUE(best.links[0].codecs[1].empty());
}

TEST(Search, ASlowRankGetsLess) {
  const Program program = wave_program({16, 16, 120});
  const GridCostModel model(program, {}, machine_of({2, 2}));
  MachineEstimate e = estimate_of(program, 4, 1, 0.1, 0);
  e.relative_cost[1] = known(2);
  const SearchResult result = search_settings(model, everything(), e, settings_of(1, 1, true, 1));
  ASSERT_EQ(result.best.settings.speeds.size(), 4u);
  EXPECT_DOUBLE_EQ(result.best.settings.speeds[1], 0.5);
  EXPECT_LT(result.best.prediction.seconds_per_step, 0.125);
}

}  // namespace
}  // namespace cardon
