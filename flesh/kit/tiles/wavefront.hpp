// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/grid/thread_team.hpp>
#include <cardon/kit/tiles/tile_order.hpp>
#include <functional>
#include <span>

namespace cardon {

/// Steps of all columns, half-open.
struct StepRange {
  int begin = 0, end = 0;
};

/// Has a team compute some steps of tiles, those before them being done: a thread takes the next
/// column and does it step by step, as far behind the column before it as
/// TileRules::steps_before says. work(parts of a step, thread) may throw; the exception of the
/// first column is thrown then, and later ones end where they need it.
void run_wavefront(ThreadTeam& team, const TileColumns& columns, const StepRange& steps,
                   const std::function<void(std::span<const TilePart>, int thread)>& work);

}  // namespace cardon
