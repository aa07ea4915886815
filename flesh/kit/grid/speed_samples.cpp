// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cardon/kit/grid/speed_samples.hpp>
#include <cardon/kit/processor_time.hpp>
#include <cardon/thorn/row_loop.hpp>
#include <cmath>

namespace cardon {
namespace {

constexpr std::size_t fewest_samples = 8;
constexpr double small_error = 0.02;
constexpr double error_of_few = 0.05;  // at least
constexpr int max_steps = 10000;       // of a sample

// Returns the share of the time in which the core was ours. The clock of the processor also runs
// between tasks, so it counts only where something else held the core.
double add_sample(SampleRun& run, double long_enough, SpeedSamples& samples) {
  const double points = run.points(), seconds = run.seconds();
  const double began = seconds_now(), worked = processor_seconds();
  for (int n = 0; n == 0 || (n < max_steps && run.seconds() - seconds < long_enough); ++n)
    run.step();
  const double passed = seconds_now() - began, held = processor_seconds() - worked;
  const double share = detail::on_host && passed > 0 ? std::min(1.0, held / passed) : 1;
  samples.add(run.points() - points, share * (run.seconds() - seconds));
  return share;
}

}  // namespace

void SpeedSamples::add(double points, double seconds) {
  if (!(points > 0 && seconds > 0)) return;
  const double value = seconds / points;
  seconds_per_point_.insert(
      std::upper_bound(seconds_per_point_.begin(), seconds_per_point_.end(), value), value);
}

bool SpeedSamples::settled() const {
  return seconds_per_point_.size() >= fewest_samples && estimate().error <= small_error;
}

// One standard error of the median, from the samples that lie sqrt(n) / 2 places below and above
// it: whatever their distribution is.
SpeedEstimate SpeedSamples::estimate() const {
  const std::size_t n = seconds_per_point_.size();
  if (n == 0) return {};
  const double middle = (seconds_per_point_[(n - 1) / 2] + seconds_per_point_[n / 2]) / 2;
  if (n < fewest_samples) {
    const double range = seconds_per_point_.back() - seconds_per_point_.front();
    return {1 / middle, std::max(error_of_few, range / middle)};
  }
  const double half = std::sqrt(double(n)) / 2, centre = double(n - 1) / 2;
  const auto below = static_cast<std::size_t>(std::floor(centre - half));
  const auto above = static_cast<std::size_t>(std::ceil(centre + half));
  return {1 / middle,
          (seconds_per_point_[std::min(above, n - 1)] - seconds_per_point_[below]) / 2 / middle};
}

SpeedSamples sample_speed(SampleRun& run, const SamplingTime& time,
                          const std::function<void(double share)>& seen) {
  SpeedSamples samples;
  const double start = seconds_now();
  do {
    const double share = add_sample(run, time.each, samples);
    if (seen) seen(share);
  } while (!samples.settled() && seconds_now() - start < time.all);
  return samples;
}

}  // namespace cardon
