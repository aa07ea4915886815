// SPDX-License-Identifier: Apache-2.0
#include "speed_estimate.hpp"

#include <algorithm>
#include <cardon/kit/median.hpp>
#include <cmath>

namespace cardon::grid_driver {
namespace {

constexpr double sigmas = 3;
// Equal cores differ by so much without any reason: caches, clocks, what else they do.
constexpr double alike = 0.05;

}  // namespace

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
