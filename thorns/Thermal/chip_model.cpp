// SPDX-License-Identifier: Apache-2.0
#include "chip_model.hpp"

#include <cmath>

namespace cardon {
namespace {

constexpr double lowest = 1600, per_step = 155, highest = 2530;  // MHz

double megahertz(std::size_t step) { return lowest + per_step * double(step); }

}  // namespace

double ChipModel::frequency(std::size_t step) { return 1e6 * megahertz(step); }

double ChipModel::share(std::size_t step) { return megahertz(step) / highest; }

double ChipModel::watts(double utilisation, double share) {
  return 8 + 44 * utilisation * share * share * share;
}

double ChipModel::after(double seconds, double watts, double temperature) const {
  const double target = room + resistance * watts;
  return temperature + (target - temperature) * (1 - std::exp(-seconds / time_constant));
}

}  // namespace cardon
