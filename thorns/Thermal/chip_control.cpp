// SPDX-License-Identifier: Apache-2.0
#include "chip_control.hpp"

#include <algorithm>

namespace cardon {

ChipControl::ChipControl(std::size_t frequencies, double temperature)
    : fastest_(frequencies - 1), step_(fastest_), temperature_(temperature) {}

std::size_t ChipControl::next(const std::vector<double>& temperatures) {
  if (temperatures.empty()) return step_;
  const double hottest = *std::max_element(temperatures.begin(), temperatures.end());
  if (hottest > temperature_ && step_ > 0) --step_;
  if (hottest < temperature_ - dead_band && step_ < fastest_) ++step_;
  return step_;
}

}  // namespace cardon
