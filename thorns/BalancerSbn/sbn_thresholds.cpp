// SPDX-License-Identifier: Apache-2.0
#include "sbn_thresholds.hpp"

#include <algorithm>
#include <cmath>

namespace cardon {

SbnThresholds sbn_thresholds(double total, int ranks) {
  constexpr double k = 2;
  const double mean = std::ceil(total / ranks - 1e-9);
  // Beyond 2^20 jobs nothing is too much.
  const double above = std::exp2(std::min(20.0, std::floor(mean / k)));
  return {mean, mean > k ? k : mean - 1, mean + above};
}

}  // namespace cardon
