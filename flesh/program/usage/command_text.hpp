// SPDX-License-Identifier: Apache-2.0
// What a command accepts, as text: the one source of --help, man pages and completion.
#pragma once
#include <string>
#include <vector>

#include "usage/option_text.hpp"

namespace cardon::usage {

struct CommandText {
  std::string name;     ///< "cardon run"
  std::string summary;  ///< one line without a full stop
  std::vector<OptionText> arguments;
  std::vector<OptionText> options;
  std::vector<std::string> examples;  ///< command lines
  std::vector<CommandText> verbs;     ///< of the program itself
};

}  // namespace cardon::usage
