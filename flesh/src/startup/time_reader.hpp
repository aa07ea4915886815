// SPDX-License-Identifier: Apache-2.0
// From the section `time` of the parameter file to a step and a number of steps.
#pragma once
#include <vector>

#include "base/warnings.hpp"
#include "cardon/services/parameter_set.hpp"
#include "cardon/services/program.hpp"

namespace cardon {

/// Unit of the times of a run as it follows a number: " s", or nothing.
std::string after_time(const ParameterSet& parameters);

/// time.step, or time.courant times the smallest limit of the active thorns, in s; where that is
/// infinite, the smallest spacing at a speed of 1 m/s, with a warning.
Real read_step(const ParameterSet& parameters, Real limit, const Program& program,
               Warnings& warnings, std::vector<Problem>& problems);

/// s between outputs that are asked for by time, the longest first.
std::vector<Real> output_times(const ParameterSet& parameters);

/// The longest step, in s, up to `longest` of which a whole number reaches time.stop.time and,
/// where that makes it at most a tenth shorter, the times of outputs. A step given as time.step
/// stays as it is.
Real fitted_step(const ParameterSet& parameters, Real longest);

/// A step, s.
struct TimeStep {
  Real dt = 0;
  bool from_checkpoint = false;  ///< so that no parameter can change it
};

/// The iteration at which the run stops: time.stop.iterations or the first that reaches
/// time.stop.time, whichever comes first; 100 if neither is given. A warning says where
/// time.stop.time lies between two steps.
long read_last_iteration(const ParameterSet& parameters, const TimeStep& step, Warnings& warnings,
                         std::vector<Problem>& problems);

/// Of a run with adaptive steps: the iteration at which it stops at the latest.
long read_max_iterations(const ParameterSet& parameters);

/// A step that has been taken, or is about to be.
struct StepAt {
  long iteration = 0;
  Real time = 0, dt = 0;  ///< s
};

/// Where such a run would stop if all further steps were like this one.
long foreseen_last_iteration(const ParameterSet& parameters, const StepAt& step,
                             std::vector<Problem>& problems);

}  // namespace cardon
