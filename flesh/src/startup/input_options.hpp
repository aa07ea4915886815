// SPDX-License-Identifier: Apache-2.0
// What the command line hands to the flesh.
#pragma once
#include <string>
#include <vector>

#include "parameters/parameter_text.hpp"

namespace cardon {

/// What every verb that reads parameter files is given.
struct InputOptions {
  std::vector<std::string> files;       ///< parameter files; later ones win
  std::vector<ParameterText> texts;     ///< `files` and what they include, once they have been read
  std::vector<std::string> overrides;   ///< key=value arguments, in order; they win over all files
  std::vector<std::string> thorn_path;  ///< folders of --thorn-path, searched first
  bool debug = false;                   ///< messages may name places in Cardon's sources
};

}  // namespace cardon
