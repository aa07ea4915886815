// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cardon/kit/grid/box_index.hpp>
#include <numeric>

namespace cardon {
namespace {

Box hull(std::span<const Box> boxes) {
  Box hull;
  for (const Box& box : boxes) {
    if (box.empty()) continue;
    if (hull.empty()) hull = box;
    for (std::size_t d = 0; d < 3; ++d) {
      hull.lo[d] = std::min(hull.lo[d], box.lo[d]);
      hull.hi[d] = std::max(hull.hi[d], box.hi[d]);
    }
  }
  return hull;
}

// The extent of a middling box: a few large ones must not make all cells large.
int median_extent(std::span<const Box> boxes, int d) {
  std::vector<int> extents;
  for (const Box& box : boxes)
    if (!box.empty()) extents.push_back(box.extent(d));
  if (extents.empty()) return 1;
  const auto middle = extents.begin() + std::ptrdiff_t(extents.size() / 2);
  std::nth_element(extents.begin(), middle, extents.end());
  return *middle;
}

}  // namespace

template <class Visit>
void BoxIndex::for_cells(const Box& box, Visit&& visit) const {
  const Box cells = cells_of(intersect(box, space_));
  for (int k = cells.lo[2]; k < cells.hi[2]; ++k)
    for (int j = cells.lo[1]; j < cells.hi[1]; ++j)
      for (int i = cells.lo[0]; i < cells.hi[0]; ++i) visit(cell(i, j, k));
}

BoxIndex::BoxIndex(std::span<const Box> boxes)
    : boxes_(boxes.begin(), boxes.end()), space_(hull(boxes)) {
  for (int d = 0; d < 3; ++d) {
    const auto n = std::size_t(d);
    size_[n] = median_extent(boxes, d);
    count_[n] = std::max(1, (space_.extent(d) - 1) / size_[n] + 1);
  }
  // Boxes that leave most of the space empty must not cost a cell for every hole.
  const double max_cells = 8.0 * double(boxes_.size()) + 64;
  while (double(count_[0]) * count_[1] * count_[2] > max_cells) {
    const auto d = std::size_t(std::max_element(count_.begin(), count_.end()) - count_.begin());
    size_[d] *= 2;
    count_[d] = (count_[d] + 1) / 2;
  }
  first_.resize(cell(0, 0, count_[2]) + 1);
  for (const Box& box : boxes_) for_cells(box, [&](std::size_t cell) { ++first_[cell + 1]; });
  std::partial_sum(first_.begin(), first_.end(), first_.begin());
  listed_.resize(std::size_t(first_.back()));
  std::vector<long> next(first_.begin(), first_.end() - 1);
  for (std::size_t n = 0; n < boxes_.size(); ++n)
    for_cells(boxes_[n], [&](std::size_t cell) { listed_[std::size_t(next[cell]++)] = int(n); });
}

Box BoxIndex::cells_of(const Box& box) const {
  Box cells;
  if (box.empty()) return cells;
  for (std::size_t d = 0; d < 3; ++d) {
    cells.lo[d] = (box.lo[d] - space_.lo[d]) / size_[d];
    cells.hi[d] = (box.hi[d] - 1 - space_.lo[d]) / size_[d] + 1;
  }
  return cells;
}

std::vector<int> BoxIndex::touching(const Box& box) const {
  std::vector<int> found;
  for_cells(box, [&](std::size_t cell) {
    for (long n = first_[cell]; n < first_[cell + 1]; ++n) {
      const int candidate = listed_[std::size_t(n)];
      if (!intersect(boxes_[std::size_t(candidate)], box).empty()) found.push_back(candidate);
    }
  });
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

}  // namespace cardon
