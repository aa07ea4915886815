// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/grid/speed_samples.hpp>
#include <cardon/tuning/ghost_search.hpp>
#include <vector>

#include "predict/planned_run.hpp"
#include "predict/sampled_work.hpp"

namespace cardon {

/// What ranks that were run here measured.
struct RankSample {
  int ranks = 1;
  Index3 points{};  ///< of the grid of all of them
  struct Size {
    int blocks_per_rank = 1;
    std::vector<SampledWindow> windows;
    SpeedEstimate steps;  ///< per s
  };
  std::vector<Size> sizes;    ///< the planned one is the first
  GhostSearch::Found ghosts;  ///< between blocks
};

/// Runs the first steps of the application with the driver of the run, as so many ranks that are
/// threads of this process if there are several: with the planned blocks, and where the driver can
/// change their number with another one. They have the ghost layers between blocks that the ranks
/// of a site have in the run: those of its parameters, or, where the driver searches for them, the
/// fastest. Step services and outputs take no part. `time`: for each size, and for that search.
/// Throws what drivers and tasks throw; with several ranks as RankFailure.
RankSample sample_ranks(const PlannedRun& run, const Grid& grid, int ranks,
                        const SamplingTime& time);

}  // namespace cardon
