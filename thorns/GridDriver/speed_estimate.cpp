// SPDX-License-Identifier: Apache-2.0
#include "speed_estimate.hpp"

#include <algorithm>
#include <cardon/kit/median.hpp>
#include <cmath>
#include <numeric>

namespace cardon::grid_driver {
namespace {

constexpr double sigmas = 3;
// Equal cores differ by so much without any reason: caches, clocks, what else they do.
constexpr double alike = 0.05;

// Of the logarithm, to either side.
double tolerance(const SpeedEstimate& rank) { return std::max(alike, sigmas * rank.error); }

bool same_speed(const SpeedEstimate& slower, const SpeedEstimate& faster) {
  return std::log(faster.speed / slower.speed) <= tolerance(slower) + tolerance(faster);
}

}  // namespace

std::vector<double> speeds_to_cut_by(const std::vector<SpeedEstimate>& ranks) {
  if (std::any_of(ranks.begin(), ranks.end(), [](const auto& rank) { return !(rank.speed > 0); }))
    return {};
  std::vector<std::size_t> order(ranks.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return ranks[a].speed < ranks[b].speed; });
  std::vector<double> speeds(ranks.size());
  for (auto first = order.begin(); first != order.end();) {
    std::vector<double> group;
    auto last = first;
    for (; last != order.end() && same_speed(ranks[*first], ranks[*last]); ++last)
      group.push_back(ranks[*last].speed);
    for (; first != last; ++first) speeds[*first] = median(group);
  }
  return speeds;
}

}  // namespace cardon::grid_driver
