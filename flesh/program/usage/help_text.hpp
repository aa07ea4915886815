// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "usage/command_text.hpp"

namespace cardon::usage {

/// What `cardon VERB --help` prints, in lines of at most `width` characters (unless a name or an
/// example is longer). Ends with the examples.
std::string help_text(const CommandText& command, std::size_t width);

/// "cardon run [OPTIONS] FILE..."
std::string synopsis(const CommandText& command);

}  // namespace cardon::usage
