// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>

#include "predict/sampled_work.hpp"

namespace cardon {
namespace {

// The costs of a machine, in s.
constexpr double point = 2e-9, call = 3e-6, face = 5e-9, between = 4e-6, per_step = 1e-4;
constexpr double byte = 1e-10, delay = 7e-6;
constexpr int tasks = 2;

Program two_tasks() {
  Program program;
  program.tasks.resize(tasks + 1);  // the last one fills boundaries
  for (int id = 0; id <= tasks; ++id) program.tasks[std::size_t(id)].id = id;
  return program;
}

// Steps of a rank with so many cubic blocks, which hold the same number of points together.
RankSteps rank_with(int blocks, long steps) {
  RankSteps rank;
  const double points = 64 * 64 * 64, edge = std::cbrt(points / blocks);
  rank.timings.tasks.resize(tasks + 1);
  for (int id = 0; id < tasks; ++id) {
    TaskTimings& t = rank.timings.tasks[std::size_t(id)];
    t.calls = steps * blocks;
    t.points = steps * long(points);
    t.faces = steps * long(blocks * 6 * edge * edge);
    t.compute = point * double(t.points) + call * double(t.calls) + face * double(t.faces);
  }
  LinkTimings& link = rank.timings.links.emplace_back();
  link.exchanges = steps;
  link.messages = 2 * steps;
  link.bytes_raw = 1000 * steps;
  link.bytes_local = 3000 * blocks * steps;
  link.pack = link.unpack = byte * double(link.bytes_raw + link.bytes_local);
  link.wait = delay * double(steps);
  rank.elapsed =
      double(steps) * (per_step + between * tasks * blocks) + link.pack + link.unpack + link.wait;
  for (const TaskTimings& t : rank.timings.tasks) rank.elapsed += t.compute;
  return rank;
}

SampledWindow window_with(int blocks) {
  return {10, {rank_with(blocks, 10), rank_with(blocks, 10)}};
}

void slow_down(SampledWindow& window, double factor) {
  for (RankSteps& rank : window.ranks) {
    rank.elapsed *= factor;
    for (TaskTimings& t : rank.timings.tasks) t.compute *= factor, t.boundary *= factor;
    for (LinkTimings& l : rank.timings.links)
      for (double* seconds : {&l.pack, &l.unpack, &l.poll, &l.wait, &l.copy}) *seconds *= factor;
  }
}

MachineEstimate fitted(const std::vector<std::vector<SampledWindow>>& sizes) {
  const Program program = two_tasks();
  std::vector<SampledWork> work;
  for (const auto& windows : sizes) work.push_back(sampled_work(program, windows));
  MachineEstimate estimate;
  fit_work(program, work, estimate);
  return estimate;
}

// Steps with blocks of a size that was not sampled take as long as these figures say.
void expect_costs_of_the_machine(const MachineEstimate& estimate) {
  const RankSteps other = rank_with(4, 1);
  double exact = 0, told = 0;
  for (std::size_t id = 0; id < tasks; ++id) {
    const TaskTimings& t = other.timings.tasks[id];
    exact += t.compute + between * double(t.calls);
    told += double(t.points) * estimate.task_seconds[id] +
            double(t.faces) * estimate.face_seconds[id] +
            double(t.calls) * (estimate.call_seconds[id] + estimate.between_calls);
  }
  EXPECT_NEAR(told, exact, 0.05 * exact);
  EXPECT_NEAR(estimate.between_calls, between, 0.05 * between);
  EXPECT_NEAR(estimate.near_pack, byte, 1e-3 * byte);
  EXPECT_NEAR(estimate.intra_latency, delay, 1e-3 * delay);
}

TEST(SampledWork, TwoSizesTellWhatEverythingCosts) {
  expect_costs_of_the_machine(fitted({{window_with(16)}, {window_with(1)}}));
}

TEST(SampledWork, WindowsThatSomethingDisturbedDoNotCount) {
  std::vector<std::vector<SampledWindow>> sizes;
  for (const int blocks : {16, 1}) {
    sizes.push_back(std::vector<SampledWindow>(5, window_with(blocks)));
    slow_down(sizes.back()[1], 8);
    slow_down(sizes.back()[3], 3);
  }
  expect_costs_of_the_machine(fitted(sizes));
}

TEST(SampledWork, OnlyTheTimeCountsInWhichARankHadItsCore) {
  std::vector<std::vector<SampledWindow>> sizes;
  for (const int blocks : {16, 1}) {
    SampledWindow window = window_with(blocks);
    slow_down(window, 4);
    for (RankSteps& rank : window.ranks) {
      rank.share = 0.25;
      rank.timings.links.front().wait /= 4;
      rank.elapsed -= 3 * rank.timings.links.front().wait;
    }
    sizes.push_back({window});
  }
  expect_costs_of_the_machine(fitted(sizes));
}

TEST(SampledWork, RanksBesideEachOtherAreAveraged) {
  SampledWindow window = window_with(1);
  for (TaskTimings& t : window.ranks[1].timings.tasks) t.compute *= 3;
  const MachineEstimate even = fitted({{window_with(1)}}), uneven = fitted({{window}});
  EXPECT_NEAR(uneven.task_seconds[0], 2 * even.task_seconds[0], 1e-12);
}

TEST(SampledWork, ImagesAndBoundariesBelongToTheTasks) {
  SampledWindow window = window_with(1);
  for (RankSteps& rank : window.ranks) {
    rank.timings.tasks[0].boundary = 0.01;
    rank.timings.tasks[tasks].boundary = 0.02;  // by itself: both tasks have half of it
    rank.timings.links.front().copy = 0.04;
    rank.elapsed += 0.07;
  }
  const Program program = two_tasks();
  const SampledWork plain = sampled_work(program, {window_with(1)});
  const SampledWork work = sampled_work(program, {window});
  const double points = double(window.ranks[0].timings.tasks[0].points);
  EXPECT_NEAR(work.tasks[0].seconds - plain.tasks[0].seconds, 0.04 / points, 1e-15);
  EXPECT_NEAR(work.tasks[1].seconds - plain.tasks[1].seconds, 0.03 / points, 1e-15);
  EXPECT_NEAR(work.between.seconds, plain.between.seconds, 1e-9);
}

TEST(SampledWork, MovingMessagesOnLiesBetweenTasks) {
  SampledWindow window = window_with(1);
  for (RankSteps& rank : window.ranks) {
    rank.timings.links.front().poll = 0.01;
    rank.elapsed += 0.01;
  }
  const SampledWork plain = sampled_work(two_tasks(), {window_with(1)});
  const SampledWork work = sampled_work(two_tasks(), {window});
  EXPECT_NEAR(work.between.seconds - plain.between.seconds, 0.01 / 10, 1e-12);
}

TEST(SampledWork, NoExchangeNoPriceOfOne) {
  SampledWindow window = window_with(1);
  for (RankSteps& rank : window.ranks) rank.timings.links.clear();
  const SampledWork work = sampled_work(two_tasks(), {window});
  EXPECT_EQ(work.near_pack, 0);
  EXPECT_EQ(work.near_delay, 0);
}

}  // namespace
}  // namespace cardon
