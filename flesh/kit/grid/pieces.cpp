// SPDX-License-Identifier: Apache-2.0
#include "grid/pieces.hpp"

#include <algorithm>

namespace cardon {
namespace {

int floor_divide(int a, int b) { return a >= 0 ? a / b : -((-a + b - 1) / b); }

// The part `n` of `parts` in direction d.
void cut(Box& box, int d, int n, int parts) {
  const auto i = std::size_t(d);
  const long extent = box.extent(d), first = box.lo[i];
  box.lo[i] = int(first + extent * n / parts);
  box.hi[i] = int(first + extent * (n + 1) / parts);
}

int thin(const Box& box, const TeamShape& shape, int d) {
  return box.extent(d) / std::max(shape.min_planes[std::size_t(d)], 1);
}

int direction(const Box& box, const TeamShape& shape) {
  const int last = shape.dimensions - 1;
  if (last < 2 || thin(box, shape, last) >= shape.slabs) return last;
  return thin(box, shape, last - 1) > thin(box, shape, last) ? last - 1 : last;
}

}  // namespace

void cut_at_images(const Layout& layout, const Box& box, std::vector<Piece>& pieces) {
  const Grid& grid = layout.grid();
  if (box.empty()) return;
  if (layout.is_unwrapped(box)) {
    pieces.push_back({box, grid.frame({0, 0, 0})});
    return;
  }
  Index3 from{0, 0, 0}, to{0, 0, 0};
  for (int d = 0; d < 3; ++d) {
    if (!layout.wraps(d)) continue;
    from[d] = floor_divide(box.lo[d], grid.points[d]);
    to[d] = floor_divide(box.hi[d] - 1, grid.points[d]);
  }
  for (int c = from[2]; c <= to[2]; ++c)
    for (int b = from[1]; b <= to[1]; ++b)
      for (int a = from[0]; a <= to[0]; ++a) {
        const Index3 image{a, b, c};
        Piece piece{box,
                    grid.frame({-a * grid.points[0], -b * grid.points[1], -c * grid.points[2]})};
        for (int d = 0; d < 3; ++d) {
          if (!layout.wraps(d)) continue;
          piece.box.lo[d] = std::max(box.lo[d], image[d] * grid.points[d]);
          piece.box.hi[d] = std::min(box.hi[d], (image[d] + 1) * grid.points[d]);
        }
        pieces.push_back(piece);
      }
}

std::vector<Box> parts_of_box(const Box& box, int parts) {
  if (box.empty() || parts < 2) return {box};
  const int planes = std::min(box.extent(2), parts);
  const int rows = std::min(box.extent(1), parts / planes);
  std::vector<Box> all;
  for (int z = 0; z < planes; ++z)
    for (int y = 0; y < rows; ++y) {
      Box part = box;
      cut(part, 2, z, planes);
      cut(part, 1, y, rows);
      all.push_back(part);
    }
  return all;
}

TeamParts team_parts(const Box& box, const TeamShape& shape) {
  TeamParts all;
  if (box.empty()) return all;
  const int d = direction(box, shape);
  const int slabs = d == 0 ? 1 : std::clamp(thin(box, shape, d), 1, shape.slabs);
  const int thick = box.extent(d) / slabs;
  const int max_planes = d == shape.dimensions - 1 ? std::max(shape.max_planes, 1) : thick;
  const int wanted = std::max({shape.parts, shape.rounds, (thick + max_planes - 1) / max_planes});
  const int min_planes = std::max(shape.min_planes[std::size_t(d)], 1);
  const int parts = d == 0 ? 1 : std::clamp(thick / min_planes, 1, wanted);
  const int rounds = std::clamp(shape.rounds, 1, parts);
  for (int round = 0; round < rounds; ++round) {
    for (int slab = 0; slab < slabs; ++slab)
      for (int n = parts * round / rounds; n < parts * (round + 1) / rounds; ++n) {
        Box& part = all.parts.emplace_back(box);
        cut(part, d, slab, slabs);
        cut(part, d, n, parts);
      }
    all.rounds.push_back(all.parts.size());
  }
  return all;
}

}  // namespace cardon
