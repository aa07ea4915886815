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

StepTimes timed_step(SampleRun& run) {
  const double points = run.points(), passed = run.seconds(), held = processor_seconds();
  run.step();
  const double spent = processor_seconds() - held;
  StepTimes times{.points = run.points() - points, .passed = run.seconds() - passed};
  times.held = detail::on_host ? spent : times.passed;
  return times;
}

void add_sample(const std::function<StepTimes()>& step, double long_enough, SpeedSamples& samples) {
  double points = 0, counted = 0;
  for (int n = 0; n == 0 || (n < max_steps && counted < long_enough); ++n) {
    const StepTimes times = step();
    points += times.points;
    counted += std::min(times.passed, times.held);
  }
  samples.add(points, counted);
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
  const auto below = std::size_t(std::floor(centre - half));
  const auto above = std::size_t(std::ceil(centre + half));
  return {1 / middle,
          (seconds_per_point_[std::min(above, n - 1)] - seconds_per_point_[below]) / 2 / middle};
}

SpeedSamples sample_speed(const std::function<StepTimes()>& step, const SamplingTime& time) {
  SpeedSamples samples;
  const double start = seconds_now();
  do {
    add_sample(step, time.each, samples);
  } while (!samples.settled() && seconds_now() - start < time.all);
  return samples;
}

SpeedSamples sample_speed(SampleRun& run, const SamplingTime& time) {
  return sample_speed([&run] { return timed_step(run); }, time);
}

}  // namespace cardon
