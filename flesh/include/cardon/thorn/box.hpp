// SPDX-License-Identifier: Apache-2.0
// Index boxes: half-open ranges of global point indices in up to three directions.
#pragma once
#include <algorithm>
#include <array>

namespace cardon {

/// Three whole numbers, of the directions x, y and z: an index of a point or a width.
using Index3 = std::array<int, 3>;

/// The points lo[d] <= i[d] < hi[d], d = x, y, z. Unused directions of a 1-D or 2-D grid have the
/// range [0, 1).
struct Box {
  Index3 lo{0, 0, 0};  ///< first point
  Index3 hi{0, 0, 0};  ///< one behind the last point

  /// Points along direction d; not above 0 in an empty box.
  int extent(int d) const { return hi[d] - lo[d]; }
  /// Whether it has no point.
  bool empty() const { return hi[0] <= lo[0] || hi[1] <= lo[1] || hi[2] <= lo[2]; }
  /// Points in all.
  long points() const { return empty() ? 0 : long(extent(0)) * extent(1) * extent(2); }
  /// Whether the point i lies in it.
  bool contains(const Index3& i) const {
    return i[0] >= lo[0] && i[0] < hi[0] && i[1] >= lo[1] && i[1] < hi[1] && i[2] >= lo[2] &&
           i[2] < hi[2];
  }
  /// Whether all points of b lie in it, as those of an empty box do.
  bool contains(const Box& b) const {
    return b.empty() || (contains(b.lo) && contains(Index3{b.hi[0] - 1, b.hi[1] - 1, b.hi[2] - 1}));
  }
  /// Whether lo and hi are the same; two empty boxes may differ.
  bool operator==(const Box&) const = default;
};

/// The points that lie in both; an empty box may have lo > hi.
inline Box intersect(const Box& a, const Box& b) {
  Box c;
  for (int d = 0; d < 3; ++d) {
    c.lo[d] = std::max(a.lo[d], b.lo[d]);
    c.hi[d] = std::min(a.hi[d], b.hi[d]);
  }
  return c;
}

/// `b` with n[d] more points on both sides in direction d (fewer for negative n).
inline Box grow(Box b, const Index3& n) {
  for (int d = 0; d < 3; ++d) {
    b.lo[d] -= n[d];
    b.hi[d] += n[d];
  }
  return b;
}

/// `b` moved by by[d] points in direction d.
inline Box shift(Box b, const Index3& by) {
  for (int d = 0; d < 3; ++d) {
    b.lo[d] += by[d];
    b.hi[d] += by[d];
  }
  return b;
}

}  // namespace cardon
