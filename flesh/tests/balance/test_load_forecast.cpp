// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cardon/kit/balance/small_random.hpp>
#include <cmath>
#include <numeric>

#include "balance/load_forecast.hpp"

namespace cardon {
namespace {

constexpr int nx = 20, ny = 14;
constexpr double window = 20;  // steps

double distance(double a, double b, int length) {
  const double d = std::abs(std::remainder(a - b, length));
  return d * d / 9;
}

/// A heavy spot on light blocks that travels (blocks per step) and whose height grows (per step).
struct Spot {
  double x = 0, y = 0, growth = 0;
  std::vector<double> work(double step) const {
    std::vector<double> work;
    for (int j = 0; j < ny; ++j)
      for (int i = 0; i < nx; ++i)
        work.push_back(
            1 + 6 * (1 + growth * step) *
                    std::exp(-distance(i, 8 + x * step, nx) - distance(j, 6 + y * step, ny)));
    return work;
  }
};

/// What two windows measure, with errors of up to `noise`, relative.
struct Measured {
  BalanceProblem problem;
  LoadChange change;
};

Measured measured(const Spot& spot, double noise = 0) {
  Measured result;
  SmallRandom random(1, 1);
  const auto error = [&] { return 1 + noise * (2 * random.uniform() - 1); };
  const std::vector<double> before = spot.work(-window), now = spot.work(0);
  result.problem.ranks.resize(4);
  for (std::size_t b = 0; b < now.size(); ++b) {
    const double work = now[b] * error();
    result.problem.blocks.push_back({.rank = int(b % 4), .work = work});
    result.change.work.push_back((work - before[b] * error()) / window);
  }
  result.change.steps = window;
  result.change.array.extents = {nx, ny, 1};
  return result;
}

// Share of the work that is forecast in the wrong place.
double error(const std::vector<double>& forecast, const std::vector<double>& truth) {
  double sum = 0;
  for (std::size_t b = 0; b < truth.size(); ++b) sum += std::abs(forecast[b] - truth[b]);
  return sum / std::accumulate(truth.begin(), truth.end(), 0.0);
}

TEST(LoadForecast, FollowsASpotThatTravels) {
  const Spot spot{.x = 0.06, .y = -0.04};
  for (const double noise : {0.0, 0.02}) {
    const Measured one = measured(spot, noise);
    const LoadForecast forecast(one.problem, one.change);
    EXPECT_NEAR(forecast.travel()[0], 0.06, 0.004);
    EXPECT_NEAR(forecast.travel()[1], -0.04, 0.004);
    EXPECT_EQ(forecast.travel()[2], 0);
    for (const double step : {50., 200.}) {
      const double stays = error(forecast.work(0), spot.work(step));
      EXPECT_GT(stays, 0.3);
      EXPECT_LT(error(forecast.work(step), spot.work(step)), 0.15 * stays + noise);
    }
  }
}

TEST(LoadForecast, FollowsASpotThatGrowsOrShrinks) {
  for (const double growth : {0.004, -0.002}) {
    const Spot spot{.growth = growth};
    const Measured one = measured(spot, 0.005);
    const LoadForecast forecast(one.problem, one.change);
    EXPECT_EQ(forecast.travel()[0], 0);
    EXPECT_NEAR(forecast.growth(), growth, 0.1 * std::abs(growth));
    EXPECT_LT(error(forecast.work(300), spot.work(300)), 0.1);
  }
  const Measured shrinking = measured({.growth = -0.002});
  const std::vector<double> work = LoadForecast(shrinking.problem, shrinking.change).work(1e5);
  for (const double one : work) EXPECT_GT(one, 0);
}

TEST(LoadForecast, ErrorsOfMeasurementDoNotTravel) {
  for (const double noise : {0.001, 0.03}) {
    const Measured still = measured({}, noise);
    const LoadForecast forecast(still.problem, still.change);
    EXPECT_EQ(forecast.travel(), (std::array<double, 3>{}));
    EXPECT_NEAR(forecast.growth(), 0, 3e-4);
  }
}

TEST(LoadForecast, LoadsStayWhereNothingIsKnown) {
  const Measured one = measured({.x = 0.06});
  std::vector<double> now;
  for (const BlockLoad& block : one.problem.blocks) now.push_back(block.work);
  LoadChange no_array = one.change, one_window = one.change;
  no_array.array = {};
  one_window.work.clear();
  for (const LoadChange& change : {no_array, one_window, LoadChange{}})
    EXPECT_EQ(LoadForecast(one.problem, change).work(100), now);
  EXPECT_NE(LoadForecast(one.problem, one.change).work(100), now);
}

// The numbers of blocks do not matter, only their places.
TEST(LoadForecast, BlocksMayHaveAnyNumbers) {
  const Measured one = measured({.x = 0.06, .y = 0.02});
  Measured turned = one;
  std::reverse(turned.problem.blocks.begin(), turned.problem.blocks.end());
  std::reverse(turned.change.work.begin(), turned.change.work.end());
  for (int b = nx * ny - 1; b >= 0; --b) turned.change.array.places.push_back(b);
  std::vector<double> expected = LoadForecast(one.problem, one.change).work(70);
  std::reverse(expected.begin(), expected.end());
  EXPECT_EQ(LoadForecast(turned.problem, turned.change).work(70), expected);
}

}  // namespace
}  // namespace cardon
