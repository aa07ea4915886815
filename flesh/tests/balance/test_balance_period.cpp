// SPDX-License-Identifier: Apache-2.0
// On a virtual clock: 2000 iterations whose mean takes 1 s, with the figures that a model of the
// published rule gives.
#include <gtest/gtest.h>

#include <cardon/kit/balance/balance_period.hpp>
#include <cmath>
#include <functional>
#include <random>
#include <vector>

namespace cardon {
namespace {

constexpr int iterations = 2000;

/// By how much the imbalance, slowest - mean in s, grows in an iteration.
using Growth = std::function<double(int iteration)>;

struct Outcome {
  double total = 0;
  std::vector<int> calls;
};

Outcome run(const Growth& growth, double start, double cost, const std::function<bool(int)>& now,
            const std::function<void(int, double)>& seen = {},
            const std::function<void(int)>& called = {}) {
  Outcome outcome;
  double gap = start;
  for (int i = 1; i <= iterations; ++i) {
    gap += growth(i);
    outcome.total += 1 + gap;
    if (seen) seen(i, gap);
    if (!now(i)) continue;
    outcome.total += cost;
    outcome.calls.push_back(i);
    gap = 0;
    if (called) called(i);
  }
  return outcome;
}

/// `noise`: relative error of the imbalance that is measured.
Outcome by_trend(const Growth& growth, double start, double cost, double noise = 0) {
  BalancePeriod period;
  period.balanced(0, cost);
  period.add(0, 1, 1);
  std::mt19937 random(7);
  std::uniform_real_distribution<double> error(-noise, noise);
  return run(
      growth, start, cost,
      [&](int i) {
        const auto due = period.due();
        return due && *due <= i;
      },
      [&](int i, double gap) { period.add(i, 1 + gap * (1 + error(random)), 1); },
      [&](int i) {
        period.balanced(i, cost);
        period.add(i, 1, 1);
      });
}

Outcome every(int n, const Growth& growth, double start, double cost) {
  return run(growth, start, cost, [n](int i) { return i % n == 0; });
}

double best_fixed(const Growth& growth, double start, double cost) {
  double best = 1e9;
  for (const int n : {2, 5, 10, 20, 36, 50, 75, 100, 150, 200, 300, 500, 1000})
    best = std::min(best, every(n, growth, start, cost).total);
  return best;
}

TEST(BalancePeriod, FindsThePeriodOfASteadyDrift) {
  const Growth drift = [](int) { return 1e-3; };
  const Outcome trend = by_trend(drift, 0, 5);
  ASSERT_GT(trend.calls.size(), 15u);
  for (std::size_t n = 1; n < trend.calls.size(); ++n)
    EXPECT_NEAR(trend.calls[n] - trend.calls[n - 1], 100, 5);
  EXPECT_LE(trend.total, 1.01 * best_fixed(drift, 0, 5));
  EXPECT_NEAR(trend.total, 2201, 10);
  EXPECT_NEAR(run(drift, 0, 5, [](int) { return false; }).total, 4001, 1);
  EXPECT_NEAR(every(2, drift, 0, 5).total, 7003, 2);
}

TEST(BalancePeriod, StandsNoise) {
  const Growth drift = [](int) { return 1e-3; };
  const Outcome trend = by_trend(drift, 0, 5, 0.1);
  EXPECT_NEAR(trend.total, 2201, 25);
  EXPECT_NEAR(double(trend.calls.size()), 19, 3);
}

// The period of the published formula is infinite here.
TEST(BalancePeriod, RemovesImbalanceThatDoesNotGrowOnce) {
  const Growth none = [](int) { return 0.0; };
  const Outcome cheap = by_trend(none, 0.67, 5);
  ASSERT_EQ(cheap.calls.size(), 1u);
  EXPECT_NEAR(cheap.calls[0], 8, 2);
  EXPECT_NEAR(cheap.total, 2010, 3);
  const Outcome dear = by_trend(none, 0.67, 40);
  ASSERT_EQ(dear.calls.size(), 1u);
  EXPECT_NEAR(dear.calls[0], 60, 2);
  EXPECT_LT(dear.total, best_fixed(none, 0.67, 40));
}

TEST(BalancePeriod, FollowsADriftThatSlowsDown) {
  const Growth drift = [](int i) { return i <= 500 ? 8e-3 : 2e-4; };
  const Outcome trend = by_trend(drift, 0, 5);
  ASSERT_GE(trend.calls.size(), 16u);
  for (int n = 1; n < 4; ++n)
    EXPECT_NEAR(trend.calls[std::size_t(n)] - trend.calls[std::size_t(n - 1)], 36, 3);
  EXPECT_GT(trend.calls.back() - trend.calls[trend.calls.size() - 2], 150);
  EXPECT_LT(trend.total, best_fixed(drift, 0, 5));
  EXPECT_NEAR(trend.total, 2207, 15);
}

TEST(BalancePeriod, AnswersASuddenChange) {
  const Growth step = [](int i) { return i == 700 ? 0.5 : 1e-5; };
  const Outcome trend = by_trend(step, 0, 5);
  ASSERT_FALSE(trend.calls.empty());
  EXPECT_GE(trend.calls.front(), 700);
  EXPECT_LE(trend.calls.front(), 711);
}

TEST(BalancePeriod, ImbalanceThatCannotBeRemovedIsNoLoss) {
  BalancePeriod period;
  period.balanced(0, 0.1);
  for (int n = 1; n < 50; ++n) period.add(n, 1.5, 1);
  EXPECT_FALSE(period.due());
  EXPECT_EQ(period.lost(), 0);
}

TEST(BalancePeriod, WhatAPlanCannotRemoveIsNoLossEither) {
  BalancePeriod period;
  period.balanced(0, 0.1);
  period.add(1, 1, 1);
  period.add(2, 1.5, 1);
  ASSERT_TRUE(period.due());
  period.declined(2);
  for (int n = 3; n < 50; ++n) period.add(n, 1.5, 1);
  EXPECT_FALSE(period.due());
  for (int n = 50; n < 60; ++n) period.add(n, 2, 1);
  EXPECT_TRUE(period.due());
}

TEST(BalancePeriod, PaysAtOnceWhereThePriceIsNotKnown) {
  BalancePeriod period;
  EXPECT_FALSE(period.due());
  period.add(10, 1.5, 1);
  ASSERT_TRUE(period.due());
  EXPECT_EQ(*period.due(), 10);
}

// What is left of differences between times is no reason to balance in millions of steps.
TEST(BalancePeriod, DoesNotLookTooFar) {
  BalancePeriod period;
  period.balanced(0, 5);
  for (int i = 0; i < 3; ++i) period.add(i, i == 0 ? 1 : 1 + 1e-12, 1);
  EXPECT_FALSE(period.due());
  period.add(3, 2, 1);
  EXPECT_TRUE(period.due());
}

}  // namespace
}  // namespace cardon
