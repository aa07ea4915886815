// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

namespace cardon {

/// A parameter file that has been read.
struct ParameterText {
  std::string name;  ///< of the file, for messages
  std::string text;
};

}  // namespace cardon
