// SPDX-License-Identifier: Apache-2.0
#include "ghost_depths.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cardon/kit/grid/block_storage.hpp>
#include <cardon/kit/tiles/tile_settings.hpp>
#include <cardon/plan/link_cost.hpp>
#include <cstddef>

#include "unigrid_parameters.hpp"

namespace cardon::unigrid {
namespace {

// Of a block's memory, for layers that may prove useless; or so many bytes, which nobody misses.
constexpr double max_growth = 0.05;
constexpr double max_bytes = 16 << 20;
// Of the extent of a block: with more layers, ranks compute too much that others compute as well.
constexpr int max_share = 8;
constexpr int step_counts[] = {1, 2, 4, 8};  // between exchanges

// Boundary tasks read inside the block that they fill.
int reach(const Task& task, const Binding& binding) {
  return task.kind == Task::compute && binding.reads
             ? *std::max_element(binding.radius.begin(), binding.radius.end())
             : 0;
}

[[noreturn]] void too_few_ghost_zones(const Program& program, int depth, const Location& where) {
  Problem problem;
  problem.slug = "grid/ghost-zones";
  problem.where = where;
  int largest = depth;
  for (const Task& task : program.tasks)
    for (const Binding& binding : task.bindings) {
      if (reach(task, binding) <= largest) continue;
      largest = reach(task, binding);
      problem.message =
          fmt::format("{} is needed to {} ghost layers, but driver.ghost_zones allows {}",
                      binding.declared, largest, depth);
      problem.notes = {fmt::format("needed by {} (reads {} with stencil {})", task.name,
                                   binding.declared, largest)};
    }
  problem.help = fmt::format(
      "raise driver.ghost_zones to {} or more, or leave it out to let the driver choose", largest);
  throw Error(problem);
}

bool is_free(const DriverSetup& setup) {
  return setup.parameters->get(section, ghost_zones) == 0 &&
         read_tile_settings(*setup.parameters, section).mode == TileSettings::Mode::automatic;
}

std::size_t bytes(const DriverSetup& setup, const Layout& layout, int block, int depth) {
  return BlockStorage::bytes_needed(layout.owned(block), layout.stored(block, depth),
                                    setup.program->fields);
}

bool has_room(const DriverSetup& setup, const Layout& layout, int block, int least, int depth) {
  for (int d = 0; d < layout.grid().dimensions; ++d)
    if (layout.is_cut(d) && depth * max_share > layout.owned(block).extent(d)) return false;
  const double now = double(bytes(setup, layout, block, least));
  const double more = double(bytes(setup, layout, block, depth)) - now;
  return more <= std::max(max_bytes, max_growth * now);
}

bool has_room(const DriverSetup& setup, const Layout& layout, int least, int depth) {
  for (int block = 0; block < layout.blocks(); ++block)
    if (!has_room(setup, layout, block, least, depth)) return false;
  return true;
}

int depth_for(const DriverSetup& setup, const Layout& layout, int steps) {
  int depth = 0;
  for (int d = 0; d < layout.grid().dimensions; ++d)
    if (layout.is_cut(d)) depth = std::max(depth, depth_for_steps(*setup.program, d, steps));
  return depth;
}

}  // namespace

int ghost_depth(const DriverSetup& setup) {
  int needed = 0;
  for (const Task& task : setup.program->tasks)
    for (const Binding& binding : task.bindings) needed = std::max(needed, reach(task, binding));
  const int asked = setup.parameters->get(section, ghost_zones);
  if (asked > 0 && asked < needed)
    too_few_ghost_zones(*setup.program, asked,
                        setup.parameters->where(section, ghost_zones.name()));
  return std::max(asked, needed);
}

std::vector<DepthWay> ghost_ways(const DriverSetup& setup, const Layout& layout) {
  const int least = ghost_depth(setup);
  std::vector<DepthWay> ways{{0, least}};
  if (least == 0 || layout.blocks() == 1 || !is_free(setup)) return ways;
  for (const int steps : step_counts) {
    // A step needs at least the largest stencil; to plan many layers takes long.
    if (!has_room(setup, layout, least, steps * least)) break;
    const int depth = depth_for(setup, layout, steps);
    if (!has_room(setup, layout, least, depth)) break;
    if (depth > ways.back().depth) ways.push_back({steps, depth});
  }
  return ways;
}

}  // namespace cardon::unigrid
