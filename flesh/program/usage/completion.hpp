// SPDX-License-Identifier: Apache-2.0
// Scripts that teach shells the verbs, options and values of a program.
#pragma once
#include <string>

#include "usage/command_text.hpp"

namespace cardon::usage {

/// For bash 4 and later; needs no other package.
std::string bash_completion(const CommandText& program);
/// For zsh: a file _cardon in a folder of fpath.
std::string zsh_completion(const CommandText& program);
/// For fish 3 and later.
std::string fish_completion(const CommandText& program);

}  // namespace cardon::usage
