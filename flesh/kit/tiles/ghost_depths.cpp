// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cardon/kit/grid/block_storage.hpp>
#include <cardon/kit/tiles/ghost_depths.hpp>
#include <cardon/services/program.hpp>
#include <cstddef>
#include <numeric>
#include <vector>

namespace cardon {
namespace {

// Of a block's memory, for layers that may prove useless; or so many bytes, which nobody misses.
constexpr double max_growth = 0.05;
constexpr double max_bytes = 16 << 20;
// Of the extent of a block: with more layers, ranks compute too much that others compute as well.
constexpr int max_share = 8;
constexpr int longest = 8;
constexpr int step_counts[] = {1, 2, 4, longest};  // between exchanges

// Of the tasks of a step that need layers.
std::vector<int> reaches_of_step(const Program& program) {
  std::vector<int> reaches;
  for (const int id : program.step) {
    const Task& task = program.tasks[std::size_t(id)];
    int max_reach = 0;
    for (const Binding& binding : task.bindings)
      max_reach = std::max(max_reach, reach_of(task, binding));
    if (max_reach > 0) reaches.push_back(max_reach);
  }
  return reaches;
}

std::size_t bytes(const Program& program, const Layout& layout, int block, int depth) {
  return BlockStorage::bytes_needed(layout.owned(block), layout.stored(block, depth),
                                    program.fields);
}

bool has_room(const Program& program, const Layout& layout, int block, int min_depth, int depth) {
  for (int d = 0; d < layout.grid().dimensions; ++d)
    if (layout.is_cut(d) && depth * max_share > layout.owned(block).extent(d)) return false;
  const double now = double(bytes(program, layout, block, min_depth));
  const double more = double(bytes(program, layout, block, depth)) - now;
  return more <= std::max(max_bytes, max_growth * now);
}

bool has_room(const Program& program, const Layout& layout, int min_depth, int depth) {
  for (int block = 0; block < layout.blocks(); ++block)
    if (!has_room(program, layout, block, min_depth, depth)) return false;
  return true;
}

int depth_for(const Program& program, const Layout& layout, DepthForSteps depth_for_steps,
              int steps) {
  int depth = 0;
  for (int d = 0; d < layout.grid().dimensions; ++d)
    if (layout.is_cut(d)) depth = std::max(depth, depth_for_steps(program, d, steps));
  return depth;
}

// Layers beyond those of the longest way would not be used. How many several tasks need together
// only a plan can tell.
int of_whole_ways(int min_depth, int layers, const std::vector<int>& reaches) {
  if (reaches.size() != 1) return layers;
  int all = min_depth;
  for (const int steps : step_counts)
    if (steps * reaches[0] <= layers) all = std::max(all, steps * reaches[0]);
  return all;
}

}  // namespace

int reach_of(const Task& task, const Binding& binding) {
  return task.kind == Task::compute && binding.reads
             ? *std::max_element(binding.radius.begin(), binding.radius.end())
             : 0;
}

int max_ghost_depth(const Program& program, const Layout& layout, int min_depth) {
  if (min_depth == 0 || layout.blocks() == 1) return min_depth;
  // One task after the other may use up its layers; no step needs more.
  const std::vector<int> reaches = reaches_of_step(program);
  const int of_a_step = std::accumulate(reaches.begin(), reaches.end(), 0);
  int enough = min_depth, too_many = longest * of_a_step + 1;
  while (too_many - enough > 1) {
    const int middle = (enough + too_many) / 2;
    (has_room(program, layout, min_depth, middle) ? enough : too_many) = middle;
  }
  return of_whole_ways(min_depth, enough, reaches);
}

std::optional<DepthWay> next_ghost_way(const Program& program, const Layout& layout,
                                       const GhostDepths& depths, const DepthWay& last) {
  for (const int steps : step_counts) {
    if (steps <= last.steps) continue;
    // A step needs at least the largest stencil.
    if (steps * depths.min > depths.max) break;
    const int depth = depth_for(program, layout, depths.for_steps, steps);
    if (depth > depths.max) break;
    if (depth > last.depth) return DepthWay{steps, depth};
  }
  return std::nullopt;
}

std::vector<int> other_ghost_depths(const Program& program, const Layout& layout,
                                    const GhostDepths& depths) {
  std::vector<int> others;
  std::optional<DepthWay> way = DepthWay{0, depths.min};
  while ((way = next_ghost_way(program, layout, depths, *way))) others.push_back(way->depth);
  return others;
}

}  // namespace cardon
