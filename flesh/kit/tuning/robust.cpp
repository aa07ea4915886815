// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cardon/kit/tuning/robust.hpp>
#include <cmath>

namespace cardon {

double robust_deviation(const std::vector<double>& values) {
  const double middle = median(values);
  std::vector<double> distances;
  for (const double value : values) distances.push_back(std::abs(value - middle));
  return 1.4826 * median(std::move(distances));
}

Estimate robust_mean(const std::vector<double>& values) {
  if (values.empty()) return {};
  const double middle = median(values), n = double(values.size());
  const double deviation = std::max(robust_deviation(values), 0.1 * std::abs(middle));
  return {middle, 1.2533 * deviation / std::sqrt(n), n};
}

}  // namespace cardon
