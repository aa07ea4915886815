// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cardon/services/program.hpp>
#include <cardon/thorn/error.hpp>

#include "estimator.hpp"
#include "fifo_link.hpp"

namespace cardon::test {
namespace {

/// Two sites of two ranks, and a window of 20 steps.
class EstimatorTest : public testing::Test {
 protected:
  EstimatorTest() {
    program_.tasks.resize(2);
    program_.grid.points = {20, 20, 80};
    machine_.sites = {{.name = "a", .ranks = {0, 1}}, {.name = "b", .ranks = {2, 3}}};
    frame_.program = &program_;
    frame_.machine = &machine_;
    frame_.settings.links.resize(1);
    frame_.settings.links[0].codecs[0] = codec_names({"zlib-1"});
    frame_.trials = {codec_names({"lz4"}), codec_names({"zlib-1"}), {}};
    frame_.first = 100;
    frame_.last = 120;
    ranks_ = FifoMeasurement(FifoLink{}).windows();
    for (RankWindow& rank : ranks_) {
      rank.elapsed = 2;
      rank.steps = 20;
      rank.parts = {0.09, 0.1, 0.11, 0.1};
      rank.timings.tasks = {{20, 1000, 800, 0, 1.0, 0.2}, {}};
      rank.timings.links.resize(2);
    }
  }
  TuningWindow window() const { return summarise(frame_, ranks_); }
  LinkTimings& wide(int rank) { return ranks_[std::size_t(rank)].timings.links[1]; }

  Program program_;
  Machine machine_;
  WindowFrame frame_;
  std::vector<RankWindow> ranks_;
};

TEST_F(EstimatorTest, StepsTakeAsLongAsThoseOfTheSlowestRank) {
  ranks_[2].elapsed = 2.4;
  ranks_[2].parts = {0.1, 0.12, 0.14, 0.12};
  const Estimate step = window().seconds_per_step;
  EXPECT_DOUBLE_EQ(step.value, 0.12);
  EXPECT_EQ(step.samples, 4);
  ranks_[0].parts.clear();
  EXPECT_DOUBLE_EQ(window().seconds_per_step.error, 0.05 * 0.12);
}

TEST_F(EstimatorTest, StepsThatAreStillToBeComputedDoNotCount) {
  for (RankWindow& rank : ranks_) rank.steps = 16;
  EXPECT_DOUBLE_EQ(window().seconds_per_step.value, 0.125);
  ranks_[1].steps = 10;
  EXPECT_DOUBLE_EQ(window().seconds_per_step.value, 0.2);
}

// What one part gains the next may lose, and then the mean is known better than its parts.
TEST_F(EstimatorTest, ErrorsKnowThatPartsAreNotIndependent) {
  const auto relative_error = [&](const std::vector<double>& parts) {
    for (RankWindow& rank : ranks_) rank.parts = parts;
    const Estimate step = window().seconds_per_step;
    return step.error / step.value;
  };
  const double independent = std::sqrt(4.0 / 3 / 4);
  EXPECT_NEAR(relative_error({9, 11, 9, 11}), 0.1 * independent * std::sqrt(0.2), 1e-12);
  EXPECT_NEAR(relative_error({9, 9, 11, 11}), 0.1 * independent * std::sqrt(1 + 1.5 / 4), 1e-12);
}

// Ranks that wait for each other do not add to the noise of a step.
TEST_F(EstimatorTest, WaitingInTurnIsNoNoise) {
  ranks_[0].parts = ranks_[1].parts = {0.08, 0.12, 0.12, 0.08};
  ranks_[2].parts = ranks_[3].parts = {0.12, 0.08, 0.08, 0.12};
  EXPECT_NEAR(window().seconds_per_step.error, 0, 1e-12);
}

TEST_F(EstimatorTest, FrameIsPassedOn) {
  frame_.change_seconds = 1;
  frame_.seconds_left = 2;
  frame_.seconds_so_far = 3;
  const TuningWindow w = window();
  EXPECT_EQ(w.first, 100);
  EXPECT_EQ(w.last, 120);
  EXPECT_EQ(w.settings.links.size(), 1u);
  EXPECT_EQ(w.change_seconds, 1);
  EXPECT_EQ(w.seconds_left, 2);
  EXPECT_EQ(w.seconds_so_far, 3);
}

// Half as fast a rank has half the points, and no rank waits for it.
TEST_F(EstimatorTest, SpeedsOfRanks) {
  ranks_[1].timings.tasks[0].points = 500;
  ranks_[1].timings.tasks[0].needed_points = 400;
  const TuningWindow w = window();
  EXPECT_NEAR(w.machine.task_seconds[0], 1.2e-3 * 5 / 4, 1e-15);
  EXPECT_EQ(w.machine.task_seconds[1], 0);
  EXPECT_NEAR(w.machine.relative_cost[0].value, 0.8, 1e-12);
  EXPECT_NEAR(w.machine.relative_cost[1].value, 1.6, 1e-12);
  EXPECT_NEAR(w.machine.relative_cost[1].error / 1.6, std::sqrt(2e-4 / 3 / 4) / 0.1, 1e-12);
  EXPECT_DOUBLE_EQ(w.imbalance, 1);
  EXPECT_NEAR(w.efficiency, 0.8 / 2, 1e-12);
}

// Per point, mean over ranks, as task_seconds: a fit over windows needs it so.
TEST_F(EstimatorTest, CallsAndFacesOfTasks) {
  for (RankWindow& rank : ranks_) rank.timings.tasks[0].faces = 300;
  ranks_[1].timings.tasks[0] = {40, 500, 400, 250, 1.0, 0.2};
  const MachineEstimate machine = window().machine;
  ASSERT_EQ(machine.work.size(), 2u);
  const WorkSample& work = machine.work[0];
  EXPECT_NEAR(work.calls / work.points, (3 * 0.02 + 0.08) / 4, 1e-12);
  EXPECT_NEAR(work.faces / work.points, (3 * 0.3 + 0.5) / 4, 1e-12);
  EXPECT_NEAR(work.seconds / work.points, machine.task_seconds[0], 1e-15);
  EXPECT_EQ(machine.work[1].points, 0);
  // Of 2 s for 20 steps, 1.2 s are in tasks.
  EXPECT_NEAR(machine.between.seconds / machine.between.points, 0.04, 1e-12);
  EXPECT_NEAR(machine.between.calls / machine.between.points, (3 * 20 + 40) / 4 / 20.0, 1e-12);
}

TEST_F(EstimatorTest, CopiesBetweenBlocks) {
  EXPECT_EQ(window().machine.near_pack, 0) << "there were none";
  for (RankWindow& rank : ranks_) {
    LinkTimings& intra = rank.timings.links[0];
    intra.bytes_raw = 1000;
    intra.bytes_local = 3000;
    intra.pack = 1e-5;
    intra.unpack = 3e-5;
  }
  EXPECT_NEAR(window().machine.near_pack, 4e-5 / 8000, 1e-15);
}

TEST_F(EstimatorTest, LinksBetweenSites) {
  wide(1).exposed = 0.4;
  wide(3).exposed = 0.8;
  wide(0).bytes_raw = wide(1).bytes_raw = 3000;
  wide(0).bytes_sent = 900;
  wide(1).bytes_sent = 1100;
  const LinkEstimate link = window().machine.links.at(0);
  EXPECT_NEAR(link.latency.value, 37e-3, 37e-3 * 0.05);
  EXPECT_NEAR(link.bandwidth.value, 3e6, 3e6 * 0.15);
  EXPECT_DOUBLE_EQ(link.exposed, 0.8 / 20);
  EXPECT_DOUBLE_EQ(link.ratio[0], 3);
  EXPECT_DOUBLE_EQ(link.ratio[1], 1) << "nothing was sent";
}

TEST_F(EstimatorTest, ChainInUseAndChainsOnTrial) {
  for (const int sender : {0, 1}) {
    auto& trials = ranks_[std::size_t(sender)].readings.trials;
    const int n = sender + 1;
    trials.push_back(
        {0, CodecTrial::in_use, 4, 4000, 1000.0 * n, 0.04, 0, 0, 16.0 / n, 64.0 / n / n});
    trials.push_back({0, 0, 2, 2000, 1000, 0.002, 0.004, 2000, 4, 8});
    trials.push_back({0, 1, 2, 2000, 1, 9, 9, 2000, 4, 8});
  }
  ranks_[3].readings.trials.push_back({0, CodecTrial::in_use, 0, 0, 0, 0, 0.06, 6000, 0, 0});
  const MachineEstimate machine = window().machine;
  const std::vector<CodecEstimate>& there = machine.codecs[0].at(0);
  ASSERT_EQ(there.size(), 2u);
  EXPECT_EQ(chain_text(there[0].chain), "zlib-1");
  EXPECT_DOUBLE_EQ(there[0].ratio.value, 8.0 / 3);
  EXPECT_DOUBLE_EQ(there[0].ratio.error, 1 / std::sqrt(8));
  EXPECT_DOUBLE_EQ(there[0].encode.value, 1e-5);
  EXPECT_DOUBLE_EQ(there[0].decode.value, 1e-5);
  EXPECT_EQ(chain_text(there[1].chain), "lz4");
  EXPECT_DOUBLE_EQ(there[1].ratio.value, 2);
  EXPECT_DOUBLE_EQ(there[1].ratio.error, 0);
  EXPECT_DOUBLE_EQ(there[1].decode.value, 2e-6);
  EXPECT_DOUBLE_EQ(there[1].decode.error, 1e-6);
  const std::vector<CodecEstimate>& back = machine.codecs[1].at(0);
  ASSERT_EQ(back.size(), 1u);
  EXPECT_TRUE(back[0].chain.empty());
  EXPECT_EQ(back[0].ratio.value, 1);
  EXPECT_TRUE(back[0].encode.known());
}

TEST_F(EstimatorTest, WhatIsNotMeasuredIsNotKnown) {
  const CodecEstimate in_use = window().machine.codecs[0].at(0).at(0);
  EXPECT_FALSE(in_use.ratio.known());
  EXPECT_FALSE(in_use.encode.known());
  EXPECT_FALSE(in_use.decode.known());
}

TEST_F(EstimatorTest, CostsOfMessages) {
  ranks_[0].readings.trials.push_back({0, CodecTrial::in_use, 4, 4000, 2000, 0.04, 0, 0, 8, 16});
  ranks_[0].readings.sensor_seconds = 0.5;
  for (int rank = 0; rank < 4; ++rank) {
    wide(rank).bytes_raw = 10000;
    wide(rank).pieces = 10;
    wide(rank).unpack = 0.01;
    wide(rank).pack = 0.01 + 0.2 + (rank < 2 ? 0.1 : 0) + (rank == 0 ? 0.5 : 0);
    ranks_[std::size_t(rank)].timings.links[0].messages = 7;
    ranks_[std::size_t(rank)].timings.links[0].exchanges = 10;
    ranks_[std::size_t(rank)].timings.links[0].wait = rank + 1;
  }
  const MachineEstimate machine = window().machine;
  EXPECT_NEAR(machine.pack, 1e-6, 1e-15);
  EXPECT_NEAR(machine.message, 0.02, 1e-12);
  EXPECT_DOUBLE_EQ(machine.intra_latency, 0.1);
}

TEST_F(EstimatorTest, ARankWithoutWindowIsABug) {
  ranks_.pop_back();
  EXPECT_THROW(window(), Bug);
}

}  // namespace
}  // namespace cardon::test
