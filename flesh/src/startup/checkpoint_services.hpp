// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/parameter_set.hpp>
#include <memory>
#include <string>
#include <vector>

#include "registry/service_catalogue.hpp"

namespace cardon {

class CheckpointWriter;

/// The services that save a run: the standard ones of their roles.
struct CheckpointServices {
  std::string writer, format;  ///< names; empty: no thorn that has one is installed
  std::string section;         ///< of the writer
  bool complete() const { return !writer.empty() && !format.empty(); }
  /// Whether the parameter file has that section.
  bool asked_by(const ParameterSet& parameters) const {
    return !section.empty() && parameters.given(section);
  }
};

/// Whoever has a section for checkpoints needs a format, too.
CheckpointServices find_checkpoint_services(const ParameterSet& parameters,
                                            const ServiceCatalogue& catalogue,
                                            std::vector<Problem>& problems);

/// Has read its parameters; null: one of the services is not installed.
std::shared_ptr<CheckpointWriter> checkpoint_writer(const CheckpointServices& services,
                                                    const ServiceCatalogue& catalogue,
                                                    const ParameterSet& parameters);

}  // namespace cardon
