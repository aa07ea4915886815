// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/grid/layout.hpp>
#include <cardon/services/decomposer.hpp>
#include <cardon/services/transport.hpp>
#include <memory>
#include <string>
#include <vector>

#include "plans/site_plans.hpp"
#include "startup/placed_run.hpp"

namespace cardon {

/// What one rank of a run needs at its peak, in bytes, by purpose.
struct RankMemory {
  double program = 0;      ///< what it has before there are fields: libraries, MPI
  double fields = 0;       ///< all levels, ghost zones and padding included
  double exchange = 0;     ///< messages under way, and what codecs remember of earlier ones
  double checkpoints = 0;  ///< copies of fields, of a writer those of its group
  double outputs = 0;      ///< the largest of its outputs
  double recut = 0;        ///< new fields beside the old ones while the tuner redecomposes the grid

  double sum() const { return program + fields + exchange + checkpoints + outputs + recut; }
};

/// By rank, for a run that this process has set up, but not begun: what it has now is taken for
/// `program`. `layout` is that of `planned`. Checkpoints count if the run writes them regularly
/// or at its end. `exchange` is told for all ranks, or with `only` not
/// negative for this one.
std::vector<RankMemory> rank_memory(const CheckedRun& run, const Machine& machine,
                                    const PlannedDecomposition& planned, const Layout& layout,
                                    const std::vector<SitePlan>& plans, int only = -1);

/// What this rank of a run is about to need; the grid is cut as far as that can be told before. Of
/// a driver that cannot tell its decomposition: the program alone.
RankMemory own_memory(const PlacedRun& placed);

/// A table of the purposes, least, mean and most of a rank, and the sum over all ranks.
std::vector<std::string> memory_lines(const std::vector<RankMemory>& ranks);

}  // namespace cardon
