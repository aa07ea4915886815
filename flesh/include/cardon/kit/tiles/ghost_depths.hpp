// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/grid/layout.hpp>
#include <cardon/kit/tiles/depth_search.hpp>
#include <optional>
#include <vector>

namespace cardon {

struct Binding;
struct Program;
struct Task;

/// Returns the ghost layers that a task needs of a field. Boundary tasks read inside the block that
/// they fill.
int reach_of(const Task& task, const Binding& binding);

/// Returns the ghost layers between blocks that memory is taken for where their number is searched
/// for and the stencils need `min_depth`: as many as have room, that is, little memory in
/// comparison with a block and a small part of its extent; where a single task of a step needs any,
/// rounded down to those of 1, 2, 4 or 8 steps. `min_depth` if there is one block. Plans nothing.
/// The same on all ranks.
int max_ghost_depth(const Program& program, const Layout& layout, int min_depth);

/// As depth_for_steps() of cardon/plan/link_cost.hpp, which drivers pass on: it makes plans, which
/// may take long.
using DepthForSteps = int (*)(const Program& program, int axis, int steps);

/// Where a search begins and how far it may go.
struct GhostDepths {
  int min = 0;                        ///< layers that the stencils need
  int max = 0;                        ///< layers that memory is taken for
  DepthForSteps for_steps = nullptr;  ///< used where a way is to be tried
};

/// Returns what to try after `last`: segments of more steps. The same on all ranks.
std::optional<DepthWay> next_ghost_way(const Program& program, const Layout& layout,
                                       const GhostDepths& depths, const DepthWay& last);

/// Returns the depths of all ways after the first, in rising order.
std::vector<int> other_ghost_depths(const Program& program, const Layout& layout,
                                    const GhostDepths& depths);

}  // namespace cardon
