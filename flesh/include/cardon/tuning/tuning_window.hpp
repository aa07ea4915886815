// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/tuning/driver_settings.hpp>
#include <cardon/tuning/machine_estimate.hpp>

namespace cardon {

/// Some steps of a run with the same settings, as all ranks together measured them.
struct TuningWindow {
  long first = 0,             ///< iteration at its beginning
      last = 0;               ///< iteration at its end
  DriverSettings settings;    ///< of all its steps
  Estimate seconds_per_step;  ///< of the slowest rank
  double efficiency = 0;      ///< E = t_ideal / t_elapsed
  double imbalance = 1;       ///< largest / mean compute time over ranks
  MachineEstimate machine;    ///< from this window alone
  double change_seconds = 0;  ///< what the change before this window cost: pipeline run empty,
                              ///< points moved, plans made; 0: no change
  /// All that the search has cost the run so far, slower steps excepted: waiting, changes, trials
  /// of codecs, the tuner's own time, calibration; of the rank that lost most.
  double search_seconds = 0;
  double seconds_left = 0;    ///< expected time to the end of the run at this pace
  double seconds_so_far = 0;  ///< since the first step
};

}  // namespace cardon
