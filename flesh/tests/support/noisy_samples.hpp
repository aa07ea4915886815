// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/grid/speed_samples.hpp>
#include <cmath>
#include <random>

namespace cardon::noisy {

inline constexpr double truth = 1e-7;  // s per point
inline constexpr double points = 1e5;

/// Samples with this relative noise until they settle, at most `max_samples`; some take many times
/// longer.
inline SpeedEstimate measured(double noise, double disturbed, int max_samples, unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> uniform;
  SpeedSamples samples;
  for (int n = 0; n < max_samples && !samples.settled(); ++n) {
    const double longer = uniform(random) < disturbed ? 1 + 4 * uniform(random) : 1;
    samples.add(points, points * truth * longer * std::exp(noise * normal(random)));
  }
  return samples.estimate();
}

/// Steps of a core that other programs share: this share of steps is interrupted, and takes up to
/// 300 times as long; memory that the others used slows the next ones down by up to 20 %. All steps
/// take `slowdown` times as long as `truth`, and a quarter more processor time, between tasks.
class Interrupted {
 public:
  Interrupted(double share, unsigned seed, double slowdown = 1)
      : share_(share), slowdown_(slowdown), random_(seed) {}

  StepTimes step() {
    const bool interrupted = uniform_(random_) < share_;
    cold_ = interrupted ? 0.2 * uniform_(random_) : cold_ / 2;
    const double worked = points * truth * slowdown_ * (1 + cold_ + 0.02 * uniform_(random_));
    const double waited = interrupted ? 300 * uniform_(random_) * worked : 0;
    return {.points = points, .passed = worked + waited, .held = 1.25 * worked};
  }
  SpeedEstimate measured() {
    return sample_speed([this] { return step(); }, {.each = 100 * points * truth, .all = 0.5})
        .estimate();
  }

 private:
  double share_, slowdown_, cold_ = 0;
  std::mt19937 random_;
  std::uniform_real_distribution<double> uniform_;
};

}  // namespace cardon::noisy
