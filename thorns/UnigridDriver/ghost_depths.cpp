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
constexpr int longest = 8;
constexpr int step_counts[] = {1, 2, 4, longest};  // between exchanges

// Boundary tasks read inside the block that they fill.
int reach(const Task& task, const Binding& binding) {
  return task.kind == Task::compute && binding.reads
             ? *std::max_element(binding.radius.begin(), binding.radius.end())
             : 0;
}

// One task after the other may use up its layers; no step needs more.
int reach_of_step(const Program& program) {
  int sum = 0;
  for (const int id : program.step) {
    const Task& task = program.tasks[std::size_t(id)];
    int most = 0;
    for (const Binding& binding : task.bindings) most = std::max(most, reach(task, binding));
    sum += most;
  }
  return sum;
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

int max_ghost_depth(const DriverSetup& setup, const Layout& layout) {
  const int least = ghost_depth(setup);
  if (least == 0 || layout.blocks() == 1 || !is_free(setup)) return least;
  int enough = least, too_many = longest * reach_of_step(*setup.program) + 1;
  while (too_many - enough > 1) {
    const int middle = (enough + too_many) / 2;
    (has_room(setup, layout, least, middle) ? enough : too_many) = middle;
  }
  return enough;
}

std::optional<DepthWay> next_ghost_way(const DriverSetup& setup, const Layout& layout,
                                       int max_depth, const DepthWay& last) {
  for (const int steps : step_counts) {
    if (steps <= last.steps) continue;
    // A step needs at least the largest stencil.
    if (steps * ghost_depth(setup) > max_depth) break;
    const int depth = depth_for(setup, layout, steps);
    if (depth > max_depth) break;
    if (depth > last.depth) return DepthWay{steps, depth};
  }
  return std::nullopt;
}

}  // namespace cardon::unigrid
