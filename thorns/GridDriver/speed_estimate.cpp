// SPDX-License-Identifier: Apache-2.0
#include "speed_estimate.hpp"

#include <algorithm>
#include <cmath>

namespace cardon::grid_driver {
namespace {

constexpr std::size_t least_samples = 8;
constexpr double small_error = 0.02;
constexpr double sigmas = 3;
// Equal cores differ by so much without any reason: caches, clocks, what else they do.
constexpr double alike = 0.05;

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t n = values.size();
  return (values[(n - 1) / 2] + values[n / 2]) / 2;
}

}  // namespace

void SpeedSamples::add(double points, double seconds) {
  if (!(points > 0 && seconds > 0)) return;
  const double value = seconds / points;
  seconds_per_point_.insert(
      std::upper_bound(seconds_per_point_.begin(), seconds_per_point_.end(), value), value);
}

bool SpeedSamples::settled() const {
  return seconds_per_point_.size() >= least_samples && estimate().error <= small_error;
}

// One standard error of the median, from the samples that lie sqrt(n) / 2 places below and above
// it: whatever their distribution is.
SpeedEstimate SpeedSamples::estimate() const {
  const std::size_t n = seconds_per_point_.size();
  if (n == 0) return {};
  const double middle = median(seconds_per_point_);
  if (n < least_samples) {
    const double range = seconds_per_point_.back() - seconds_per_point_.front();
    return {1 / middle, std::max(alike, range / middle)};
  }
  const double half = std::sqrt(double(n)) / 2, centre = double(n - 1) / 2;
  const auto below = static_cast<std::size_t>(std::floor(centre - half));
  const auto above = static_cast<std::size_t>(std::ceil(centre + half));
  return {1 / middle,
          (seconds_per_point_[std::min(above, n - 1)] - seconds_per_point_[below]) / 2 / middle};
}

std::vector<double> speeds_to_cut_by(const std::vector<SpeedEstimate>& ranks) {
  std::vector<double> speeds;
  for (const SpeedEstimate& rank : ranks) speeds.push_back(rank.speed);
  if (std::any_of(speeds.begin(), speeds.end(), [](double speed) { return !(speed > 0); }))
    return {};
  const double usual = median(speeds);
  for (std::size_t n = 0; n < speeds.size(); ++n)
    if (std::abs(std::log(speeds[n] / usual)) <= std::max(alike, sigmas * ranks[n].error))
      speeds[n] = usual;
  return speeds;
}

}  // namespace cardon::grid_driver
