// SPDX-License-Identifier: Apache-2.0
// From the section `time` of the parameter file to a step and a number of steps.
#pragma once
#include <cardon/services/parameter_set.hpp>
#include <cardon/services/program.hpp>
#include <vector>

#include "base/warnings.hpp"
#include "timestep/step_clock.hpp"

namespace cardon {

/// Unit of the times of a run as it follows a number: " s", or nothing.
std::string after_time(const ParameterSet& parameters);

/// time.step, or time.courant times the smallest limit of the active thorns, in s; where that is
/// infinite, the smallest spacing at a speed of 1 m/s, with a warning.
Real read_step(const ParameterSet& parameters, Real limit, const Program& program,
               Warnings& warnings, std::vector<Problem>& problems);

/// s between outputs that are asked for by time, the longest first.
std::vector<Real> output_times(const ParameterSet& parameters);

/// Where steps have to end: time.stop.time and the times of outputs.
StepGoals step_goals(const ParameterSet& parameters);

/// The name of a field that is carried from step to step with past levels, as by leapfrog schemes,
/// which assume that levels are equally far apart; empty: there is none, and single steps can be
/// shortened.
std::string field_with_past_levels(const Program& program);

/// The longest step, in s, up to `longest` of which a whole number reaches time.stop.time and,
/// where that makes it at most a tenth shorter, the times of outputs. A step given as time.step
/// stays as it is where single steps can be shortened.
Real fitted_step(const ParameterSet& parameters, Real longest, bool can_be_shortened);

/// Says where a step given as time.step had to be shortened to this one, because of a field with
/// past levels.
void warn_of_shortened_step(const ParameterSet& parameters, Real dt, const std::string& past_levels,
                            Warnings& warnings);
/// Says which outputs steps of this length miss.
void warn_of_missed_outputs(const ParameterSet& parameters, Real dt, const std::string& past_levels,
                            Warnings& warnings);

struct StepsToTake {
  long last_iteration = 0;  ///< as far as is foreseen
  long max_iterations = 0;  ///< at the latest
};

/// Of a run with fixed steps: time.stop.iterations or the first iteration that reaches
/// time.stop.time, whichever comes first; 100 if neither is given. A warning says where
/// time.stop.time lies between two steps that a field with past levels needs.
StepsToTake read_end(const ParameterSet& parameters, const StepClock& clock,
                     const std::string& past_levels, Warnings& warnings,
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
