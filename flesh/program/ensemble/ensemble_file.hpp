// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "ensemble/ensemble_spec.hpp"

namespace cardon {

/// Reads the file of an ensemble. Parameter files in it are relative to its folder. Throws Error
/// with all mistakes that are found in one pass.
EnsembleSpec read_ensemble(const std::string& file);

}  // namespace cardon
