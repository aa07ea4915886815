// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cardon/kit/grid/link_load.hpp>

namespace cardon {

std::vector<double> redundant_work(int depth, int radius) {
  radius = std::max(radius, 1);
  const int steps = std::max(depth / radius, 1);
  std::vector<double> layers;
  for (int j = 0; j < depth; ++j)
    layers.push_back(double(std::max(0, steps - 1 - j / radius)) / steps);
  return layers;
}

}  // namespace cardon
