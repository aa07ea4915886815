// SPDX-License-Identifier: Apache-2.0
// What is known of a machine before anything ran on it.
#pragma once
#include <cardon/kit/grid/layout.hpp>
#include <cardon/services/driver.hpp>
#include <cardon/tuning/ghost_search.hpp>
#include <cardon/tuning/machine_estimate.hpp>
#include <cardon/tuning/work_sample.hpp>
#include <string>
#include <vector>

#include "predict/planned_run.hpp"

namespace cardon {

/// What was run here to measure the work; 0 ranks: it was given.
struct SampledRanks {
  int ranks = 0;    ///< at once
  int threads = 1;  ///< of each
  Index3 points{};  ///< of the grid of all of them
  std::vector<int> blocks_per_rank;
  GhostSearch::Found ghosts;  ///< between blocks
};

struct PredictedMachine {
  MachineEstimate estimate;
  WorkCost step;  ///< of a step on the mean rank
  SampledRanks sampled;
  bool codecs_assumed = false;       ///< not tried
  std::vector<std::string> sources;  ///< how each thing is known, for people
};

/// Latency and bandwidth of links from the machine; compute speed: `speed` grid points per step and
/// second of a rank of speed 1, or if that is 0 predict.speed, or if that is not given
/// emulated_compute.per_point, or if that is not set what ranks measure that run here, as many
/// beside each other as a computer of the plan has, with blocks of two sizes, which tells what
/// blocks, faces, copies and the time between tasks cost. The rest as the section predict says;
/// nothing of codecs.
/// Throws Error: predict/no-figures if a link has neither latency nor bandwidth, predict/site.
PredictedMachine predict_machine(const PlannedRun& run, double speed);

/// Gives all chains the ratio and speeds of the section predict; false if it has none.
bool assume_codecs(const ParameterSet& parameters, const std::vector<CodecNames>& chains,
                   PredictedMachine& machine);

}  // namespace cardon
