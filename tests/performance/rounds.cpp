// SPDX-License-Identifier: Apache-2.0
#include "rounds.hpp"

#include <algorithm>
#include <cardon/services/timings.hpp>
#include <cmath>

namespace cardon::performance {
namespace {

constexpr double seconds_of_one = 0.03;  // short enough to slip between disturbances

double time_steps(const World& world, const Contender& contender) {
  contender.run(1);
  world.barrier();
  const double start = seconds_now();
  contender.run(contender.steps);
  return world.largest(seconds_now() - start) / contender.steps;
}

void choose_steps(const World& world, Contender& contender) {
  if (contender.steps > 0) return;
  contender.steps = 3;
  const double step = std::max(time_steps(world, contender), 1e-9);
  contender.steps = std::clamp(int(std::ceil(seconds_of_one / step)), 1, 100000);
}

double quantile(const std::vector<double>& sorted, double q) {
  const double at = q * double(sorted.size() - 1);
  const std::size_t below = std::size_t(at), above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (at - double(below)) * (sorted[above] - sorted[below]);
}

}  // namespace

Times measure(const World& world, std::vector<Contender> contenders, double seconds) {
  for (Contender& contender : contenders) choose_steps(world, contender);
  Times times(contenders.size());
  const double start = seconds_now();
  while (times[0].size() < min_rounds || world.largest(seconds_now() - start) < seconds)
    for (std::size_t c = 0; c < contenders.size(); ++c)
      times[c].push_back(time_steps(world, contenders[c]));
  return times;
}

Spread spread(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return {quantile(values, 0.5), quantile(values, 0.25), quantile(values, 0.75)};
}

Spread spread_of_ratio(const std::vector<double>& a, const std::vector<double>& b) {
  std::vector<double> ratios;
  for (std::size_t n = 0; n < a.size(); ++n) ratios.push_back(a[n] / b[n]);
  return spread(std::move(ratios));
}

}  // namespace cardon::performance
