// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/parameter_set.hpp>
#include <string>
#include <vector>

#include "machine/machine_spec.hpp"
#include "registry/service_catalogue.hpp"

namespace cardon {

/// Reads the section `machine`; the content of a machine file takes the place of its name in the
/// parameters. Appends to `problems`, also where the driver does not support sites.
MachineSpec read_machine_section(ParameterSet& parameters, const ServiceCatalogue& catalogue,
                                 const std::string& driver, std::vector<Problem>& problems);

/// Appends to `problems` if the parameters ask for emulated computing and the driver cannot do it.
void check_emulated_compute(const ParameterSet& parameters, const ServiceCatalogue& catalogue,
                            const std::string& driver, std::vector<Problem>& problems);

}  // namespace cardon
