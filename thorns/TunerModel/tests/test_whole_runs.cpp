// SPDX-License-Identifier: Apache-2.0
// What a whole run takes, beside the same run without a tuner.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "plant.hpp"
#include "support/long_version.hpp"

using namespace cardon;
using namespace cardon::test;

namespace {

// A factor from 1 / max_surprise to max_surprise that depends on the settings alone.
double surprise(const DriverSettings& s, unsigned seed, double max_surprise) {
  double sum = seed;
  for (const int d : {0, 1}) sum += 5.1 * double(s.links[0].codecs[d].size());
  sum += 1.7 * s.links[0].depth + 2.3 * s.blocks_per_rank + (s.overlap ? 3.1 : 0);
  for (const double speed : s.speeds) sum += 11.3 * speed;
  return std::pow(max_surprise, std::sin(43.7 * sum));
}

struct Whole {
  double ratio = 0;  // time of the run / time of an untuned one
  std::string trace;
};

Whole worst_run(const Truth& truth, double max_surprise, long steps, unsigned seeds) {
  Whole worst;
  for (unsigned seed = 1; seed <= seeds; ++seed) {
    Plant plant(truth, steps, seed);
    const double first = plant.formula_step(plant.start);
    plant.truth.lie = [&](const DriverSettings& s) {
      return same_settings(s, plant.start) ? 1.0 : surprise(s, seed, max_surprise);
    };
    ModelRun run(plant.setup(), std::make_shared<FormulaForecaster>(plant.formula));
    plant.drive(run, 100000);
    const double ratio = plant.elapsed / (double(steps) * first);
    if (ratio > worst.ratio) worst = {ratio, plant.trace()};
  }
  return worst;
}

// Links from none to very slow, forecasts that are wrong by up to a third, noise.
TEST(WholeRuns, TakeAtMostTwoPercentLongerThanUntunedOnes) {
  const bool all = long_version();
  const unsigned seeds = all ? 20 : 2;
  for (const long steps : {60L, 500L, 5000L})
    for (const double latency : {0.0, 3e-3, 30e-3, 75e-3})
      for (const double bandwidth : {1e6, 12.5e6, 2e9})
        for (const bool smooth : {true, false})
          for (const double max_surprise : {1.0, 1.1, 1.33})
            for (const double noise : {0.005, 0.03}) {
              const bool some = latency != 30e-3 && bandwidth != 12.5e6 && max_surprise != 1.1 &&
                                noise < 0.01 && (steps < 5000 || latency == 75e-3);
              if (!all && !some) continue;
              Truth truth;
              truth.latency = latency;
              truth.bandwidth = bandwidth;
              truth.smooth = smooth;
              truth.noise = noise;
              const Whole worst = worst_run(truth, max_surprise, steps, seeds);
              EXPECT_LE(worst.ratio, 1.02)
                  << steps << " steps, latency " << latency << ", bandwidth " << bandwidth
                  << (smooth ? ", smooth" : "") << ", surprises " << max_surprise << ", noise "
                  << noise << worst.trace;
            }
}

}  // namespace
