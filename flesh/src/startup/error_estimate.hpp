// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/integrator.hpp>
#include <cardon/services/parameter_set.hpp>
#include <cardon/thorn/error.hpp>

#include "registry/service_catalogue.hpp"
#include "schedule/schedule_input.hpp"

namespace cardon {

/// Whether time.adaptive.by is errors.
bool follows_errors(const ParameterSet& parameters);

/// Lets the stages of `input` gather the difference of the two methods in a register of its own,
/// with a stage more where that needs the right-hand side at the end of the step. A problem
/// (time/no-estimate) where there is no second method. `where`: of the name of the integrator.
/// `catalogue`: for the names of others that have one.
void add_estimate(const EmbeddedMethod& method, const Location& where,
                  const ServiceCatalogue& catalogue, ScheduleInput& input,
                  std::vector<Problem>& problems);

}  // namespace cardon
