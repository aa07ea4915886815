// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/decomposer.hpp>
#include <cardon/steering/placement_check.hpp>
#include <string>
#include <vector>

#include "startup/scheduled_run.hpp"

namespace cardon {

/// What step services whose section is one of `sections` say of values on the ranks of a run.
std::vector<Problem> placement_problems(const ServiceCatalogue& catalogue,
                                        const std::vector<std::string>& sections,
                                        const ParameterSet& parameters, RankPlacement placement);

/// For a run that is planned for so many ranks: throws Error with what step services say of the
/// sections that the user gave.
void require_placement(const ScheduledRun& run, const Machine& machine,
                       const PlannedDecomposition& planned, int ranks);

}  // namespace cardon
