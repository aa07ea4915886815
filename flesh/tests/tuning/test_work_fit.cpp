// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cardon/kit/grid/face_points.hpp>
#include <cardon/kit/tuning/work_fit.hpp>
#include <random>

namespace cardon {
namespace {

const WorkCost truth{.call = 20e-6, .point = 30e-9, .face = 50e-9};

/// 64 x 64 x 64 points in so many blocks, called once each; `noise` relative.
WorkSample cubes(const Index3& blocks, const WorkCost& cost, double noise = 0) {
  const Box block{{0, 0, 0}, {64 / blocks[0], 64 / blocks[1], 64 / blocks[2]}};
  const double calls = blocks[0] * blocks[1] * blocks[2];
  WorkSample work{calls, calls * double(block.points()), calls * double(face_points(block, 3)), 0};
  work.seconds = cost.seconds(work) * (1 + noise);
  return work;
}

const std::vector<Index3> cuts = {{1, 1, 1}, {1, 1, 2},  {1, 2, 2},
                                  {2, 2, 2}, {1, 1, 16}, {4, 4, 2}};

TEST(FacePoints, CountsFacesInTheDirectionsOfTheGrid) {
  EXPECT_EQ(face_points({{0, 0, 0}, {3, 4, 5}}, 3), 2 * (12 + 20 + 15));
  EXPECT_EQ(face_points({{1, 2, 0}, {4, 6, 1}}, 2), 2 * (3 + 4));
  EXPECT_EQ(face_points({{0, 0, 0}, {9, 1, 1}}, 1), 2);
  EXPECT_EQ(face_points({}, 3), 0);
}

TEST(WorkFit, KnowsNothingAtFirst) {
  WorkFit fit;
  fit.add({});
  fit.add({1, 0, 0, 1});
  EXPECT_FALSE(fit.known());
  EXPECT_EQ(fit.cost().point, 0);
}

TEST(WorkFit, FindsTheCostsFromBlocksOfSeveralShapes) {
  WorkFit fit;
  for (const Index3& cut : cuts) fit.add(cubes(cut, truth));
  EXPECT_NEAR(fit.cost().point, truth.point, 0.02 * truth.point);
  EXPECT_NEAR(fit.cost().call, truth.call, 0.15 * truth.call);
  EXPECT_NEAR(fit.cost().face, truth.face, 0.15 * truth.face);
}

TEST(WorkFit, BlocksOfOneSizeTellACostPerPointOnly) {
  WorkFit fit;
  fit.add(cubes({2, 2, 2}, truth));
  fit.add(cubes({2, 2, 2}, truth, 0.1));
  EXPECT_EQ(fit.cost().call, 0);
  EXPECT_EQ(fit.cost().face, 0);
  const WorkSample exact = cubes({2, 2, 2}, truth);
  EXPECT_NEAR(fit.cost().point, 1.05 * exact.seconds / exact.points, 1e-3 * truth.point);
}

// Calls and faces grow together here; what lies between the two cuts is predicted nevertheless.
TEST(WorkFit, TwoNumbersOfBlocksPredictTheNumbersBetween) {
  WorkFit fit;
  fit.add(cubes({1, 1, 1}, truth));
  fit.add(cubes({4, 4, 2}, truth));
  for (const Index3& cut : {Index3{1, 1, 2}, {1, 2, 2}, {2, 2, 2}, {2, 2, 4}}) {
    const WorkSample work = cubes(cut, truth);
    EXPECT_NEAR(fit.cost().seconds(work), work.seconds, 0.05 * work.seconds) << cut[2];
  }
}

TEST(WorkFit, NothingCostsLessThanNothing) {
  WorkFit fit;
  const WorkCost points_only{.point = 30e-9};
  fit.add(cubes({1, 1, 1}, points_only, 0.1));  // in memory
  fit.add(cubes({4, 4, 2}, points_only));       // in cache
  EXPECT_EQ(fit.cost().call, 0);
  EXPECT_EQ(fit.cost().face, 0);
  EXPECT_NEAR(fit.cost().point, 31.5e-9, 1.5e-9);
}

// One layer more or less is no reason to believe in costs of blocks that noise suggests.
TEST(WorkFit, NoiseOfBlocksOfNearlyOneSizeIsNoCostOfBlocks) {
  const auto sample = [](int planes, double noise) {
    const Box block{{0, 0, 0}, {64, 64, planes}};
    WorkSample work{1, double(block.points()), double(face_points(block, 3)), 0};
    work.seconds = 30e-9 * work.points * (1 + noise);
    return work;
  };
  WorkFit fit;
  fit.add(sample(34, 0));
  fit.add(sample(32, 0.02));
  // If calls explained the 2 %, blocks of half as many planes would take a third longer.
  const WorkSample halves = sample(16, 0);
  EXPECT_NEAR(fit.cost().seconds(halves), halves.seconds, 0.08 * halves.seconds);
}

TEST(WorkFit, FindsCostsInNoise) {
  std::mt19937 random(7);
  std::normal_distribution<double> gauss;
  for (int trial = 0; trial < 20; ++trial) {
    WorkFit fit;
    for (int n = 0; n < 12; ++n)
      fit.add(cubes(cuts[std::size_t(n) % 6], truth, 0.02 * gauss(random)));
    for (const Index3& cut : cuts) {
      const WorkSample work = cubes(cut, truth);
      EXPECT_NEAR(fit.cost().seconds(work), work.seconds, 0.06 * work.seconds);
    }
  }
}

TEST(CostOf, AddsTheTasksOfAStep) {
  MachineEstimate machine;
  machine.task_seconds = {1, 2, 4};
  machine.call_seconds = {10, 20};
  machine.between_calls = 100;
  const std::vector<int> tasks{1, 2};
  const WorkCost cost = cost_of(tasks, machine);
  EXPECT_EQ(cost.point, 6);
  EXPECT_EQ(cost.call, 220);
  EXPECT_EQ(cost.face, 0);
}

}  // namespace
}  // namespace cardon
