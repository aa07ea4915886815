// SPDX-License-Identifier: Apache-2.0
// What is archived of the input of a run before its first step.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "loop/simulation.hpp"
#include "output/run_folder.hpp"
#include "parameters/parameter_text.hpp"
#include "startup/placed_run.hpp"

namespace cardon {

/// Writes parameter file, resolved parameters, provenance and citations. Returns the provenance.
std::string write_inputs(const RunFolder& folder, const PlacedRun& placed, Simulation& simulation,
                         const std::vector<ParameterText>& texts,
                         const std::map<std::string, std::string>& build);

}  // namespace cardon
