// SPDX-License-Identifier: Apache-2.0
// From the section time.adaptive to the rule that steps follow.
#pragma once
#include <cardon/services/parameter_set.hpp>
#include <cardon/services/program.hpp>

#include "base/warnings.hpp"
#include "startup/constant_limits.hpp"
#include "timestep/step_clock.hpp"

namespace cardon {

/// Steps between evaluations: time.adaptive.every, or what it is by default.
long steps_between_evaluations(const ParameterSet& parameters);

/// The section time.adaptive; what contradicts it elsewhere, such as time.step or fields with past
/// levels, is a problem.
StepRule read_step_rule(const ParameterSet& parameters, const Program& program,
                        const ConstantLimits& limits, Warnings& warnings,
                        std::vector<Problem>& problems);

/// The clock of a run with steps by the rule; fixed ones have the length program.dt.
StepClock step_clock(const ParameterSet& parameters, const StepRule& rule, Real dt);

}  // namespace cardon
