// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "ensemble/ensemble_spec.hpp"

namespace cardon {

/// Reads the file of an ensemble. Parameter files in it are relative to its folder. Mistakes are
/// appended to `problems`; what else the file says is in the result. Throws Error if it is not
/// YAML.
EnsembleSpec read_ensemble(const std::string& file, std::vector<Problem>& problems);

}  // namespace cardon
