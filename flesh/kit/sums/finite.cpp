// SPDX-License-Identifier: Apache-2.0
#include <cardon/kit/finite.hpp>
#include <cmath>

#include "sums/lanes.hpp"

namespace cardon {

bool row_is_finite(const double* row, std::size_t count) {
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < count; ++i) bits |= not_finite_bit(row[i]);
  return bits >> 63 == 0;
}

std::optional<NotFinite> find_not_finite(const double* data, const Box& box,
                                         std::ptrdiff_t stride_y, std::ptrdiff_t stride_z) {
  if (box.empty()) return std::nullopt;
  for (int z = box.lo[2]; z < box.hi[2]; ++z) {
    for (int y = box.lo[1]; y < box.hi[1]; ++y) {
      const double* row = data + (z - box.lo[2]) * stride_z + (y - box.lo[1]) * stride_y;
      if (row_is_finite(row, std::size_t(box.extent(0)))) continue;
      int i = 0;
      while (std::isfinite(row[i])) ++i;
      return NotFinite{{box.lo[0] + i, y, z}, row[i]};
    }
  }
  return std::nullopt;
}

}  // namespace cardon
