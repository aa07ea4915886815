// SPDX-License-Identifier: Apache-2.0
#include "tuning/robust.hpp"

#include <algorithm>
#include <cmath>

namespace cardon {

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2 == 1) return *middle;
  return (*middle + *std::max_element(values.begin(), middle)) / 2;
}

double robust_deviation(const std::vector<double>& values) {
  const double middle = median(values);
  std::vector<double> distances;
  for (const double value : values) distances.push_back(std::abs(value - middle));
  return 1.4826 * median(std::move(distances));
}

Estimate robust_mean(const std::vector<double>& values) {
  if (values.empty()) return {};
  const double middle = median(values), n = static_cast<double>(values.size());
  const double deviation = std::max(robust_deviation(values), 0.1 * std::abs(middle));
  return {middle, 1.2533 * deviation / std::sqrt(n), n};
}

}  // namespace cardon
