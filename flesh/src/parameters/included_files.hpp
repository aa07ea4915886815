// SPDX-License-Identifier: Apache-2.0
// `include:` of parameter files.
#pragma once
#include <cardon/thorn/error.hpp>
#include <string>
#include <vector>

#include "parameters/parameter_text.hpp"

namespace cardon {

/// The key of a parameter file that names the files to read before it.
inline constexpr const char* include_key = "include";

/// Reads parameter files, each after the files that its key `include` names, and these after
/// theirs: in this order later ones win. Names of included files count from the folder of the file
/// that includes them. Adds problems parameter/file and parameter/include; the result is then
/// incomplete. What is not YAML is left for whoever reads the texts.
std::vector<ParameterText> read_with_includes(const std::vector<std::string>& files,
                                              std::vector<Problem>& problems);

}  // namespace cardon
