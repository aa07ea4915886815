// SPDX-License-Identifier: Apache-2.0
// Finding NaN and infinities in fields, at the speed of memory.
#pragma once
#include <cardon/thorn/box.hpp>
#include <cstddef>
#include <optional>

namespace cardon {

/// True if global index `a` comes before `b` with x fastest, then y, then z.
inline bool precedes(const Index3& a, const Index3& b) {
  if (a[2] != b[2]) return a[2] < b[2];
  if (a[1] != b[1]) return a[1] < b[1];
  return a[0] < b[0];
}

/// A NaN or infinity and the global index of its point.
struct NotFinite {
  Index3 index;  ///< global, in x, y and z
  double value;  ///< as it was found
};

/// True if none of row[0], ..., row[count - 1] is NaN or infinite.
bool row_is_finite(const double* row, std::size_t count);

/// The first NaN or infinity, x fastest, in the points of `box`. `data` holds the point box.lo; a
/// step in x is 1, in y and z `stride_y` and `stride_z` values.
std::optional<NotFinite> find_not_finite(const double* data, const Box& box,
                                         std::ptrdiff_t stride_y, std::ptrdiff_t stride_z);

}  // namespace cardon
