// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/steering/placement_check.hpp>
#include <string>
#include <vector>

#include "registry/service_catalogue.hpp"

namespace cardon {

/// What step services whose section is one of `sections` say of values on the ranks of a run.
std::vector<Problem> placement_problems(const ServiceCatalogue& catalogue,
                                        const std::vector<std::string>& sections,
                                        const ParameterSet& parameters, RankPlacement placement);

}  // namespace cardon
