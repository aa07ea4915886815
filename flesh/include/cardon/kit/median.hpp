// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <algorithm>
#include <vector>

namespace cardon {

/// The middle value; of an even number the mean of the two in the middle. 0 without values.
inline double median(std::vector<double> values) {
  if (values.empty()) return 0;
  const auto middle = values.begin() + std::ptrdiff_t(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2 == 1) return *middle;
  return (*middle + *std::max_element(values.begin(), middle)) / 2;
}

}  // namespace cardon
