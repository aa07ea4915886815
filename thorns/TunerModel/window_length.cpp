// SPDX-License-Identifier: Apache-2.0
#include "window_length.hpp"

#include <algorithm>
#include <cmath>

namespace cardon {
namespace {

constexpr long min_steps = 12;
constexpr long cycles = 3;  // of the plan
constexpr double min_seconds = 0.2;
constexpr double watched_seconds = 1;  // so that codec trials in every window cost little
constexpr double wanted_error = 0.01;  // of the time of a step
constexpr double longest = 2;          // times the least, for noise
constexpr int max_doublings = 1;       // while nothing happens

long min_length(const DriverSettings& settings) {
  long steps = min_steps;
  for (const WideLinkSettings& link : settings.links) steps = std::max(steps, cycles * link.depth);
  return steps;
}

}  // namespace

long WindowLength::first(const DriverSettings& settings) const {
  return given_ > 0 ? given_ : min_length(settings);
}

long WindowLength::searching(const DriverSettings& settings, const TuningWindow& window,
                             double step) const {
  if (given_ > 0) return given_;
  const auto base = double(min_length(settings));
  const Estimate& measured = window.seconds_per_step;
  const double noise = measured.error / measured.value / wanted_error;
  const double wanted = double(window.last - window.first) * noise * noise;
  double steps = std::clamp(wanted, base, longest * base);
  if (step > 0) steps = std::max(steps, min_seconds / step);
  return std::lround(steps);
}

long WindowLength::watching(const DriverSettings& settings, const TuningWindow& window,
                            int quiet) const {
  const double step = window.seconds_per_step.value;
  const long steps = searching(settings, window, step);
  if (given_ > 0) return steps;
  return std::max(std::lround(watched_seconds / step), steps << std::min(quiet, max_doublings));
}

}  // namespace cardon
