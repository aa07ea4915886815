// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "startup/checked_run.hpp"

namespace cardon {

/// What follows from those parameters that may change during a run.
struct RunCourse {
  long last_iteration = 0;  ///< as CheckedRun has them
  long max_iterations = 0;
  std::vector<Cadence> outputs;  ///< by entry of CheckedRun::outputs
  StepGoals goals;
  TuningSpec tuning;
  StepClock clock;      ///< adaptive steps: its rule, and the times that they hit
  Real longest_dt = 0;  ///< as Program::longest_dt
};

/// As it was at the start.
RunCourse course_of(const CheckedRun& run);
/// With other values, after the last step of the clock. What cannot be is appended to `problems`.
RunCourse course_of(const CheckedRun& run, const ParameterSet& parameters, const StepClock& clock,
                    std::vector<Problem>& problems);

}  // namespace cardon
