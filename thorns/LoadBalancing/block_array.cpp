// SPDX-License-Identifier: Apache-2.0
#include "block_array.hpp"

#include <cstddef>
#include <iterator>
#include <set>

namespace cardon {

BlockArray block_array(const std::vector<Box>& boxes) {
  std::array<std::set<int>, 3> starts;
  for (const Box& box : boxes)
    for (int d = 0; d < 3; ++d) starts[std::size_t(d)].insert(box.lo[d]);
  BlockArray array;
  for (std::size_t d = 0; d < 3; ++d) array.extents[d] = int(starts[d].size());
  const std::array<int, 3> n = array.extents;
  if (boxes.empty() || long(n[0]) * n[1] * n[2] != long(boxes.size())) return {};
  std::set<int> places;
  for (const Box& box : boxes) {
    int place = 0;
    for (int d = 2; d >= 0; --d) {
      const std::set<int>& all = starts[std::size_t(d)];
      place = place * n[std::size_t(d)] + int(std::distance(all.begin(), all.find(box.lo[d])));
    }
    places.insert(place);
    array.places.push_back(place);
  }
  return places.size() == boxes.size() ? array : BlockArray{};
}

}  // namespace cardon
