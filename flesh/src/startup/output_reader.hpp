// SPDX-License-Identifier: Apache-2.0
// From the section `output` of the parameter file to a list of outputs.
#pragma once
#include <cardon/services/parameter_set.hpp>
#include <vector>

#include "output/output_entry.hpp"
#include "registry/service_catalogue.hpp"
#include "schedule/absent_quantities.hpp"

namespace cardon {

/// One entry for each output the user named, with its fields and scalars chosen. A field is named
/// "phi", "WaveToy::phi" or by its group ("B" means B_x, B_y, B_z). Appends to `problems`
/// (output/unknown-field). `absent`: what exists only with other parameters.
std::vector<OutputEntry> read_outputs(const ParameterSet& parameters,
                                      const ServiceCatalogue& catalogue, const Program& program,
                                      const std::string& title, std::vector<Problem>& problems,
                                      const std::vector<AbsentQuantity>& absent = {});

}  // namespace cardon
