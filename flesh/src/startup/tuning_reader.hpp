// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/tuning/tuning_spec.hpp>
#include <cardon/services/parameter_set.hpp>
#include <vector>

#include "registry/service_catalogue.hpp"

namespace cardon {

/// Reads the section `tuning`; no tuner is wanted where no thorn provides it. Appends to
/// `problems`: registry/no-such-service, codec/..., tuning/start.
TuningSpec read_tuning_section(const ParameterSet& parameters, const ServiceCatalogue& catalogue,
                               std::vector<Problem>& problems);
/// The same with values that were steered; `spec` keeps what is fixed, the settings to start from.
TuningSpec read_tuning_values(TuningSpec spec, const ParameterSet& parameters,
                              const ServiceCatalogue& catalogue, std::vector<Problem>& problems);

}  // namespace cardon
