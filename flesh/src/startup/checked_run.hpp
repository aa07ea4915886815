// SPDX-License-Identifier: Apache-2.0
// From the command line to everything that is known before the grid is decomposed.
#pragma once
#include <memory>
#include <optional>
#include <vector>

#include "base/warnings.hpp"
#include "output/output_entry.hpp"
#include "restart/restart_choice.hpp"
#include "startup/checkpoint_services.hpp"
#include "startup/scheduled_run.hpp"
#include "timestep/step_clock.hpp"

namespace cardon {

/// A run that has been read and checked. It does not change any more.
struct CheckedRun : ScheduledRun {
  CheckpointServices checkpoint;
  std::optional<RestartChoice> restart;  ///< what the run may continue from
  std::vector<OutputEntry> outputs;
  StepClock clock;               ///< before the first step
  std::vector<int> step_limits;  ///< ids of scalars: limits by fields
  long last_iteration = 0;  ///< where steps are adaptive and time.stop.time is set, an estimate
  long max_iterations = 0;  ///< the run ends with this one at the latest
};

/// CheckedRun::last_iteration; where steps are adaptive, an estimate by the last one.
long foreseen_last_iteration(const CheckedRun& run, const StepClock& clock);

/// Reads, loads, checks. Throws Error with all problems that could be found in one pass.
/// With `restart` fixed parameters come from the checkpoint, and what does not fit it is a problem.
std::shared_ptr<const CheckedRun> check_run(const InputOptions& options, OpenedThorns& opened,
                                            Warnings& warnings,
                                            std::optional<RestartChoice> restart = {});

}  // namespace cardon
