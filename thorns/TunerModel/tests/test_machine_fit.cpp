// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>

#include "machine_fit.hpp"

using namespace cardon;

namespace {

MachineEstimate window(double latency, double ratio, double error = 0.01) {
  MachineEstimate m;
  m.task_seconds = {1e-7};
  m.relative_cost = {{1, error, 1}};
  m.links.resize(1);
  m.links[0].latency = {latency, error * latency, 1};
  for (auto& direction : m.codecs)
    direction = {{{codec_names({"zlib-1"}), {ratio, error * ratio, 1}, {}, {}}}};
  return m;
}

TEST(Combined, IsTheMeanWeightedByErrors) {
  const Estimate mean = combined({10, 1, 4}, {12, 1, 4});
  EXPECT_GT(mean.value, 11);  // the newer counts more
  EXPECT_LT(mean.value, 11.5);
  EXPECT_LT(mean.error, 1);
  EXPECT_NEAR(combined({10, 1, 4}, {12, 0.01, 4}).value, 12, 0.05);
}

TEST(Combined, BelievesTheNewerOfTwoThatContradictEachOther) {
  EXPECT_DOUBLE_EQ(combined({10, 0.1, 4}, {12, 0.1, 4}).value, 12);
}

TEST(Combined, LeavesOutWhatIsUnknown) {
  EXPECT_DOUBLE_EQ(combined({10, 1, 4}, {}).value, 10);
  EXPECT_DOUBLE_EQ(combined({}, {12, 1, 4}).value, 12);
  EXPECT_DOUBLE_EQ(combined({0, 0, 1}, {0, 0, 1}).value, 0) << "what costs nothing, once more";
  EXPECT_DOUBLE_EQ(combined({0, 0, 1}, {0.1, 0.01, 1}).value, 0.1);
}

/// A step of one task on 64 x 64 x 64 points in so many cubes, at 30 ns per point and 20 us per
/// block, `slow` times as long; 10 us per block pass between tasks, and 50 us per step.
MachineEstimate window_of(double blocks, double slow = 1) {
  const double points = 64 * 64 * 64, side = 64 / std::cbrt(blocks);
  MachineEstimate m = window(0.1, 1);
  m.task_seconds = {slow * (30e-9 + 20e-6 * blocks / points)};
  m.work = {{blocks / points, 1, 6 / side, m.task_seconds[0]}};
  m.between = {blocks, 1, 0, slow * (50e-6 + 10e-6 * blocks)};
  return m;
}

double seconds_of(const MachineEstimate& m, double blocks) {
  return WorkCost{m.call_seconds[0], m.task_seconds[0], m.face_seconds[0]}.seconds(
      window_of(blocks).work[0]);
}

TEST(MachineFit, WindowsWithSeveralNumbersOfBlocksTellWhatABlockCosts) {
  MachineFit fit;
  fit.add(window_of(1));
  EXPECT_EQ(fit.estimate().call_seconds[0], 0);
  EXPECT_EQ(fit.estimate().between_calls, 0);
  fit.add(window_of(64));
  for (const double blocks : {1.0, 8.0, 64.0}) {
    const double now = window_of(blocks).task_seconds[0];
    EXPECT_NEAR(seconds_of(fit.estimate(), blocks), now, 0.03 * now) << blocks;
  }
  EXPECT_GT(fit.estimate().call_seconds[0] + fit.estimate().face_seconds[0], 0);
  EXPECT_NEAR(fit.estimate().between_calls, 10e-6, 1e-6);
}

// A rank with a third of the points of another one, and as many blocks.
TEST(MachineFit, BlocksDoNotMakeARankWithFewPointsSlow) {
  MachineFit fit;
  fit.add(window_of(1));
  MachineEstimate m = window_of(64);
  const double points = 64 * 64 * 64, call = 20e-6, point = 30e-9;
  const auto rank = [&](double share) {
    return WorkSample{64, share * points, 0, 64 * call + share * points * point};
  };
  m.rank_work = {{rank(1.5)}, {rank(0.5)}};
  m.work[0] = {(64 / 1.5 + 64 / 0.5) / 2 / points, 1, 0, 0};
  m.work[0].seconds = point + call * m.work[0].calls;
  m.relative_cost = {{0.8, 0.008, 1}, {1.2, 0.012, 1}};
  fit.forget(false);
  MachineEstimate one = window_of(1);
  one.work[0].faces = 0;
  fit.add(one);
  fit.add(m);
  EXPECT_NEAR(fit.estimate().relative_cost[0].value, 1, 0.03);
  EXPECT_NEAR(fit.estimate().relative_cost[1].value, 1, 0.03);
}

TEST(MachineFit, WhatBlocksCostIsForgottenWithTheRest) {
  MachineFit fit;
  fit.add(window_of(1));
  fit.add(window_of(64));
  fit.forget(false);
  fit.add(window_of(64, 3));
  EXPECT_EQ(fit.estimate().call_seconds[0], 0);
  EXPECT_EQ(fit.estimate().between_calls, 0);
  EXPECT_DOUBLE_EQ(fit.estimate().task_seconds[0], window_of(64, 3).task_seconds[0]);
}

TEST(MachineFit, AveragesUntilItIsToldToForget) {
  MachineFit fit;
  fit.add(window(0.075, 4, 0.1));
  fit.add(window(0.085, 4, 0.1));
  EXPECT_GT(fit.estimate().links[0].latency.value, 0.079);
  EXPECT_LT(fit.estimate().links[0].latency.value, 0.085);
  fit.forget(false);
  fit.add(window(0.09, 4, 0.1));
  EXPECT_DOUBLE_EQ(fit.estimate().links[0].latency.value, 0.09);
}

TEST(MachineFit, ForgetsCodecsAlone) {
  MachineFit fit;
  fit.add(window(0.075, 4, 0.2));
  fit.forget_codecs();
  fit.add(window(0.085, 3, 0.2));
  EXPECT_DOUBLE_EQ(fit.estimate().codecs[0][0][0].ratio.value, 3);
  EXPECT_LT(fit.estimate().links[0].latency.value, 0.084);
}

TEST(MachineFit, KeepsWhatAWindowDoesNotKnow) {
  MachineFit fit;
  fit.add(window(0.075, 4));
  MachineEstimate next = window(0.075, 4);
  next.links[0].latency = {};
  next.codecs[0] = {{{codec_names({"lz4"}), {2, 0.1, 1}, {}, {}}}};
  fit.forget(false);
  fit.add(next);
  EXPECT_DOUBLE_EQ(fit.estimate().links[0].latency.value, 0.075);
  ASSERT_EQ(fit.estimate().codecs[0][0].size(), 2u);
  EXPECT_DOUBLE_EQ(fit.estimate().codecs[0][0][0].ratio.value, 4);
}

TEST(MachineFit, TakesChainsThatWereNotTriedToHaveLostAsMuchAsOthers) {
  MachineFit fit;
  MachineEstimate first = window(0.075, 9);
  first.codecs[0][0].push_back({codec_names({"lz4"}), {5, 0.1, 1}, {}, {}});
  fit.add(first);
  fit.forget(true);
  fit.add(window(0.075, 1.08));
  EXPECT_DOUBLE_EQ(fit.estimate().codecs[0][0][0].ratio.value, 1.08);
  EXPECT_NEAR(fit.estimate().codecs[0][0][1].ratio.value, 1.04, 1e-9);
}

}  // namespace
