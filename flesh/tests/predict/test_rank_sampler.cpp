// SPDX-License-Identifier: Apache-2.0
// What ranks measure that run for a prediction, with the thorns of this build.
#include <gmock/gmock.h>

#include <Kokkos_Core.hpp>
#include <numeric>
#include <string>
#include <vector>

#include "../support/scratch_folder.hpp"
#include "launch/rank_threads.hpp"
#include "predict/rank_sampler.hpp"
#include "predict/sampled_grid.hpp"

namespace cardon {
namespace {

struct WithKokkos : testing::Environment {
  void SetUp() override { Kokkos::initialize(); }
  void TearDown() override { Kokkos::finalize(); }
};
[[maybe_unused]] const auto* const with_kokkos =
    testing::AddGlobalTestEnvironment(new WithKokkos);  // which owns it

constexpr SamplingTime shortly{.each = 1e-3, .all = 0.02};

constexpr const char* wave = R"(
thorns: [WaveToy]
grid: {points: [16, 14, 24]}
time: {stop: {iterations: 1000}}
)";

struct SampledRun {
  explicit SampledRun(std::vector<std::string> words, int planned_ranks = 2) {
    folder.write("test.yaml", wave);
    InputOptions input;
    input.files = {(folder.path / "test.yaml").string()};
    input.overrides = std::move(words);
    run = plan_run(std::move(input), "", planned_ranks);
  }
  const Grid& grid() const { return run.setup->program.grid; }
  RankSample sample(int ranks) const { return sample_ranks(run, grid(), ranks, shortly); }

  ScratchFolder folder;
  PlannedRun run;
};

/// Of the task in a window, by all ranks.
long needed_points(const SampledWindow& window, std::size_t task) {
  return std::accumulate(window.ranks.begin(), window.ranks.end(), 0L,
                         [&](long sum, const RankSteps& rank) {
                           return sum + rank.timings.tasks.at(task).needed_points;
                         });
}

/// Every task has computed all its points of the grid in every step.
void expect_whole_steps(const Program& program, const Grid& grid, const SampledWindow& window) {
  EXPECT_GE(window.steps, 1);
  int compared = 0;
  for (const int id : program.step) {
    const Task& task = program.tasks[std::size_t(id)];
    if (task.kind != Task::compute) continue;
    EXPECT_EQ(needed_points(window, std::size_t(id)),
              window.steps * points_of(grid, task.region).points());
    ++compared;
  }
  EXPECT_GT(compared, 0);
}

void expect_whole_steps(const SampledRun& run, const Grid& grid, const RankSample& sample) {
  EXPECT_EQ(sample.points, grid.points);
  EXPECT_FALSE(sample.sizes.empty());
  for (const RankSample::Size& size : sample.sizes) {
    EXPECT_GE(size.windows.size(), 3u);
    EXPECT_GT(size.steps.speed, 0);
    for (const SampledWindow& window : size.windows) {
      EXPECT_EQ(window.ranks.size(), std::size_t(sample.ranks));
      expect_whole_steps(run.run.setup->program, grid, window);
      for (const RankSteps& rank : window.ranks) {
        EXPECT_GT(rank.elapsed, 0);
        EXPECT_GT(rank.share, 0);
        EXPECT_LE(rank.share, 1);
      }
    }
  }
}

TEST(RankSampler, AllRanksMeasureTheSameWholeSteps) {
  for (const char* driver : {"GridDriver", "UnigridDriver"})
    for (const int ranks : {1, 2}) {
      SCOPED_TRACE(driver + std::to_string(ranks));
      const SampledRun run(
          {std::string("thorns=[WaveToy, ") + driver + "]", "grid.boundary=periodic"});
      const RankSample sample = run.sample(ranks);
      EXPECT_EQ(sample.ranks, ranks);
      expect_whole_steps(run, run.grid(), sample);
    }
}

TEST(RankSampler, MeasuresAnotherNumberOfBlocksWhereTheDriverCanChangeIt) {
  const SampledRun run({"thorns=[WaveToy, GridDriver]", "driver.blocks_per_rank=2"});
  const RankSample sample = run.sample(1);
  ASSERT_EQ(sample.sizes.size(), 2u);
  EXPECT_EQ(sample.sizes[0].blocks_per_rank, 2);
  EXPECT_EQ(sample.sizes[1].blocks_per_rank, other_blocks(2));
  EXPECT_EQ(SampledRun({"thorns=[WaveToy, UnigridDriver]"}).sample(1).sizes.size(), 1u);
}

TEST(RankSampler, GridsThatAreTooSmallForThemHaveFewerBlocks) {
  const SampledRun run({"thorns=[WaveToy, GridDriver]", "driver.blocks_per_rank=8"});
  Grid grid = run.grid();
  grid.points = {3, 3, 24};
  const RankSample sample = sample_ranks(run.run, grid, 1, shortly);
  expect_whole_steps(run, grid, sample);
}

// Layers of links between sites say nothing of blocks of one site.
TEST(RankSampler, KeepsTheGhostLayersOfASite) {
  const std::string driver = "thorns=[WaveToy, GridDriver]",
                    sites = "machine={sites: [{name: a, ranks: 1}, {name: b, ranks: 1}]}";
  const auto depth = [&](std::vector<std::string> words) {
    words.push_back(driver);
    return SampledRun(std::move(words)).sample(2).ghosts.depth;
  };
  EXPECT_EQ(depth({"driver.ghost_zones=3"}), 3);
  EXPECT_EQ(depth({sites, "driver.ghost_zones={intra: 2, a-b: 4}"}), 2);
  EXPECT_EQ(depth({sites, "driver.ghost_zones={a-b: 4}"}), depth({sites}));
}

TEST(RankSampler, WhatARankThrowsEndsAll) {
  const SampledRun run({"thorns=[WaveToy, GridDriver]"});
  Grid grid = run.grid();
  grid.points = {1, 1, 1};
  EXPECT_THROW(sample_ranks(run.run, grid, 2, shortly), RankFailure) << "a point for two ranks";
}

}  // namespace
}  // namespace cardon
