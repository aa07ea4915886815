// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/grid/speed_samples.hpp>
#include <cmath>
#include <random>

namespace cardon::noisy {

inline constexpr double truth = 1e-7;  // s per point
inline constexpr double points = 1e5;

/// Samples with this relative noise until they settle, at most `most`; some take many times longer.
inline SpeedEstimate measured(double noise, double disturbed, int most, unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> uniform;
  SpeedSamples samples;
  for (int n = 0; n < most && !samples.settled(); ++n) {
    const double longer = uniform(random) < disturbed ? 1 + 4 * uniform(random) : 1;
    samples.add(points, points * truth * longer * std::exp(noise * normal(random)));
  }
  return samples.estimate();
}

}  // namespace cardon::noisy
