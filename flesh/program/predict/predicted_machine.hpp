// SPDX-License-Identifier: Apache-2.0
// What is known of a machine before anything ran on it.
#pragma once
#include <string>
#include <vector>

#include "cardon/kit/grid/layout.hpp"
#include "cardon/services/driver.hpp"
#include "cardon/tuning/machine_estimate.hpp"
#include "cardon/tuning/work_sample.hpp"
#include "startup/placed_run.hpp"

namespace cardon {

struct PredictedMachine {
  MachineEstimate estimate;
  WorkCost step;                     ///< of a step on the mean rank
  bool codecs_assumed = false;       ///< not tried
  std::vector<std::string> sources;  ///< how each thing is known, for people
};

/// Latency and bandwidth of links from the machine; compute speed: `speed` grid points per step and
/// second of a rank of speed 1, or if that is 0 predict.speed, or if that is not given
/// emulated_compute.per_point, or if that is not set the application's own tasks, run here on a
/// block of the size that a rank has, and on a smaller one, which tells what blocks and faces cost.
/// The rest as the section predict says; nothing of codecs.
/// Throws Error: predict/no-figures if a link has neither latency nor bandwidth, predict/site.
PredictedMachine predict_machine(const PlacedRun& placed, const DriverSetup& driver,
                                 const Layout& layout, double speed);

/// Gives all chains the ratio and speeds of the section predict; false if it has none.
bool assume_codecs(const CheckedRun& run, const std::vector<CodecNames>& chains,
                   PredictedMachine& machine);

}  // namespace cardon
