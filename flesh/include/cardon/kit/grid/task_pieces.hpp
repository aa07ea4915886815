// SPDX-License-Identifier: Apache-2.0
// How a task of a plan is cut into pieces on a block; the same in a run and in a prediction.
#pragma once
#include <algorithm>
#include <cardon/kit/grid/layout.hpp>
#include <cardon/plan/operation.hpp>
#include <vector>

namespace cardon {

/// A task and the layers to which it is computed.
struct GrownTask {
  int task = 0;   ///< id in the program
  Growth growth;  ///< layers to which it is computed
};

/// Which exchanges of a block are still on their way.
struct Pending {
  bool block = false;  ///< between blocks
  bool lower = false,  ///< over the wide link at the lower end of the site
      upper = false;   ///< over that at the upper end
  /// Whether any exchange is on its way.
  bool any() const { return block || lower || upper; }
};

/// Whether the boundary task may be filled together with the compute or combine task before it.
inline bool fusable(const Program& program, const GrownTask& compute, const GrownTask& boundary) {
  const Task& writer = program.tasks[std::size_t(compute.task)];
  const Task& filler = program.tasks[std::size_t(boundary.task)];
  if (writer.region != Region::interior || !filler.rates.empty() ||
      !boundary.growth.within(compute.growth))
    return false;
  return std::all_of(filler.fields.begin(), filler.fields.end(), [&](int field) {
    return std::any_of(writer.bindings.begin(), writer.bindings.end(), [&](const Binding& binding) {
      return binding.writes && binding.field == field && binding.level == filler.level;
    });
  });
}

/// The place of a level among the arrays of its field.
inline int array_place(const GridFunction& field, int level) {
  return level < 0 ? field.arrays() - 1 : level;
}

/// Whether a task writes none of the arrays that an exchange sends.
inline bool leaves_alone(const Program& program, int task,
                         const std::vector<plan::SlotDepth>& sent) {
  const Task& writer = program.tasks[std::size_t(task)];
  return std::none_of(sent.begin(), sent.end(), [&](const plan::SlotDepth& field) {
    const GridFunction& sent_field = program.fields[std::size_t(field.slot.field)];
    const int place = array_place(sent_field, field.slot.level);
    return std::any_of(writer.bindings.begin(), writer.bindings.end(), [&](const Binding& binding) {
      return binding.writes && binding.field == sent_field.id &&
             array_place(sent_field, binding.level) == place;
    });
  });
}

/// The exchanges of a block that are on their way. Besides what BlockOrder asks it for, the block
/// has wide_link(n), the number of the wide link that its plan calls n, as in
/// Decomposition::wide_links. `slab`: its site.
template <class Block>
Pending pending_sides(const Block& block, const Layout& layout, int slab) {
  Pending pending{.block = block.is_pending(0)};
  for (int n = 1; n < block.links(); ++n) {
    if (!block.is_pending(n)) continue;
    const auto& ends = layout.slab(slab).links;
    pending.lower = pending.lower || ends[0] == block.wide_link(n);
    pending.upper = pending.upper || ends[1] == block.wide_link(n);
  }
  return pending;
}

/// How far a task reads in each direction.
inline Index3 read_radius(const Task& task) {
  Index3 radius{0, 0, 0};
  for (const Binding& binding : task.bindings)
    for (std::size_t d = 0; d < 3 && binding.reads; ++d)
      radius[d] = std::max(radius[d], binding.radius[d]);
  return radius;
}

/// The part of a region that neither reads nor writes points which are on their way; nothing if it
/// is too thin for the boundaries that it touches. `radius` as read_radius(), `reach[d][side]`: how
/// far the boundary of a face reads.
inline Box task_core(const Layout& layout, int block, const Box& region, const Index3& radius,
                     const Pending& pending, const int (&reach)[3][2]) {
  const Box& tile = layout.tile(block);
  Box box = region;
  for (int d = 0; d < layout.grid().dimensions; ++d) {
    bool below = layout.has_neighbour(block, d, false),
         above = layout.has_neighbour(block, d, true);
    if (pending.block && below) box.lo[d] = std::max(box.lo[d], tile.lo[d] + radius[d]);
    if (pending.block && above) box.hi[d] = std::min(box.hi[d], tile.hi[d] - radius[d]);
    if (d == layout.axis()) {
      const Box& site = layout.slab(layout.slab_of(block)).core;
      if (pending.lower) box.lo[d] = std::max(box.lo[d], site.lo[d] + radius[d]);
      if (pending.upper) box.hi[d] = std::min(box.hi[d], site.hi[d] - radius[d]);
      below = below || pending.lower;
      above = above || pending.upper;
    }
    const int min_extent = std::max(below ? 0 : reach[d][0], above ? 0 : reach[d][1]);
    if (box.extent(d) < std::max(min_extent, 1)) return Box{};
  }
  return box;
}

/// Number of arrays that a task uses on a tile before faces and images of the tile are filled: all
/// of them, or, for combine tasks without faces to fill, those of a group of combinations, which is
/// followed by the images of its fields.
std::size_t arrays_before_images(const Program& program, const Task& task, bool fills_faces);

/// Planes of a tile that are still in the second-level cache when its faces and images are filled:
/// of so many arrays with `slab_bytes` per plane. May be 0.
int max_cached_planes(std::size_t slab_bytes, std::size_t arrays);

/// A region is cut into tiles, slabs of the slowest direction: at least `tiles` where it has so
/// many planes, none thicker than `max_planes` planes and none thinner than `min_planes`, which
/// counts for more.
inline int tile_thickness(const Grid& grid, const Box& region, int tiles, int max_planes,
                          int min_planes) {
  const int d = grid.dimensions - 1;
  const int all = std::max(region.extent(d), 1);
  if (d == 0) return all;
  return std::max({std::min({all, max_planes, region.extent(d) / tiles}), min_planes, 1});
}
/// Tiles of a part of the region.
inline int tile_count(const Grid& grid, const Box& part, int thickness) {
  return part.empty() ? 0 : std::max(1, part.extent(grid.dimensions - 1) / thickness);
}

}  // namespace cardon
