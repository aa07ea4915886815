// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/parameter_set.hpp>
#include <string>

namespace cardon {

/// The text of resolved.yaml: a parameter file that gives the same values, each with its source as
/// a comment.
std::string resolved_yaml(const ParameterSet& parameters);

}  // namespace cardon
