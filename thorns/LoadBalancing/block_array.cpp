// SPDX-License-Identifier: Apache-2.0
#include "block_array.hpp"

#include <algorithm>
#include <cstddef>

namespace cardon {

BlockArray block_array(const std::vector<Box>& boxes) {
  std::array<std::vector<int>, 3> starts;
  BlockArray array;
  for (int d = 0; d < 3; ++d) {
    std::vector<int>& all = starts[std::size_t(d)];
    for (const Box& box : boxes) all.push_back(box.lo[d]);
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    array.extents[std::size_t(d)] = int(all.size());
  }
  const std::array<int, 3> n = array.extents;
  if (boxes.empty() || long(n[0]) * n[1] * n[2] != long(boxes.size())) return {};
  std::vector<bool> taken(boxes.size());
  for (const Box& box : boxes) {
    int place = 0;
    for (int d = 2; d >= 0; --d) {
      const std::vector<int>& all = starts[std::size_t(d)];
      const auto at = std::lower_bound(all.begin(), all.end(), box.lo[d]);
      place = place * n[std::size_t(d)] + int(at - all.begin());
    }
    if (taken[std::size_t(place)]) return {};
    taken[std::size_t(place)] = true;
    array.places.push_back(place);
  }
  return array;
}

}  // namespace cardon
