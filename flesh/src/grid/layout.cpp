// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cardon/grid/layout.hpp>
#include <utility>

namespace cardon {

Layout::Layout(const Grid& grid, Decomposition decomposition)
    : grid_(grid), decomposition_(std::move(decomposition)) {
  for (const Box& box : decomposition_.owned)
    for (int d = 0; d < 3; ++d) cut_[d] = cut_[d] || box.extent(d) < grid_.points[d];
  ends_ = grid_.domain();
  for (int d = 0; d < grid_.dimensions; ++d) {
    ends_.lo[d] -= has_images(d) ? grid_.radius[d] : grid_.faces[d][0].exterior_layers;
    ends_.hi[d] += has_images(d) ? grid_.radius[d] : grid_.faces[d][1].exterior_layers;
  }
}

Box Layout::with_exterior(int block) const {
  Box box = owned(block);
  for (int d = 0; d < grid_.dimensions; ++d) {
    if (wraps(d)) continue;
    if (box.lo[d] == 0) box.lo[d] = ends_.lo[d];
    if (box.hi[d] == grid_.points[d]) box.hi[d] = ends_.hi[d];
  }
  return box;
}

Box Layout::grown(int block, int layers) const {
  Box box = with_exterior(block);
  for (int d = 0; d < grid_.dimensions; ++d) {
    if (!cut_[d]) continue;
    box.lo[d] -= layers;
    box.hi[d] += layers;
    if (wraps(d)) continue;
    box.lo[d] = std::max(box.lo[d], ends_.lo[d]);
    box.hi[d] = std::min(box.hi[d], ends_.hi[d]);
  }
  return box;
}

Box Layout::computed(int block, int growth, Region region) const {
  const Box limits = region == Region::interior ? grid_.interior() : grid_.domain();
  Box box = owned(block);
  for (int d = 0; d < grid_.dimensions; ++d) {
    if (cut_[d]) {
      box.lo[d] -= growth;
      box.hi[d] += growth;
    }
    if (wraps(d)) continue;
    box.lo[d] = std::max(box.lo[d], limits.lo[d]);
    box.hi[d] = std::min(box.hi[d], limits.hi[d]);
  }
  return box;
}

Box Layout::stored(int block, int depth) const {
  const Box interior = grid_.interior();
  Box box = with_exterior(block);
  for (int d = 0; d < grid_.dimensions; ++d) {
    const int margin = cut_[d] ? std::max(depth, grid_.radius[d]) : grid_.radius[d];
    box.lo[d] = std::min(box.lo[d], owned(block).lo[d] - margin);
    box.hi[d] = std::max(box.hi[d], owned(block).hi[d] + margin);
    if (!has_faces(d)) continue;
    if (box.lo[d] < interior.lo[d]) box.lo[d] = std::min(box.lo[d], ends_.lo[d]);
    if (box.hi[d] > interior.hi[d]) box.hi[d] = std::max(box.hi[d], ends_.hi[d]);
  }
  return box;
}

bool Layout::has_neighbour(int block, int d, bool upper) const {
  if (!cut_[d]) return false;
  const Box& box = owned(block);
  return wraps(d) || (upper ? box.hi[d] < grid_.points[d] : box.lo[d] > 0);
}

bool Layout::is_unwrapped(const Box& box) const {
  for (int d = 0; d < grid_.dimensions; ++d)
    if (wraps(d) && (box.lo[d] < 0 || box.hi[d] > grid_.points[d])) return false;
  return true;
}

}  // namespace cardon
