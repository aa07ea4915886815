// SPDX-License-Identifier: Apache-2.0
// Boxes whose values follow each other in memory, x fastest, row by row.
#pragma once
#include <cardon/thorn/box.hpp>
#include <cstddef>
#include <cstring>
#include <span>
#include <vector>

namespace cardon {

/// Calls visit(j, k) for every row of `box`: j and k are its indices in y and z.
template <class Visit>
void for_each_row(const Box& box, Visit&& visit) {
  for (int k = box.lo[2]; k < box.hi[2]; ++k)
    for (int j = box.lo[1]; j < box.hi[1]; ++j) visit(j, k);
}

/// Place of the first value of a row of `part` among the values of `box`, which contains `part`.
inline std::size_t row_in(const Box& box, const Box& part, int j, int k) {
  const long row = (long(k - box.lo[2]) * box.extent(1) + (j - box.lo[1])) * box.extent(0);
  return std::size_t(row + part.lo[0] - box.lo[0]);
}

/// The boxes of a rank as all_gather() delivers them.
inline std::vector<Box> boxes_of(std::span<const std::byte> bytes) {
  std::vector<Box> boxes(bytes.size() / sizeof(Box));
  if (!boxes.empty()) std::memcpy(boxes.data(), bytes.data(), boxes.size() * sizeof(Box));
  return boxes;
}

}  // namespace cardon
