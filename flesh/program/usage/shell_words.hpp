// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "usage/command_text.hpp"

namespace cardon::usage {

/// "run" of "cardon run".
std::string verb_name(const CommandText& command);
/// Within single quotes of sh, bash and zsh.
std::string single_quoted(const std::string& text);
/// The first sentence, for menus: up to a semicolon or a full stop that ends it.
std::string first_sentence(const std::string& text);
/// Names of all options, separated by blanks.
std::string option_words(const CommandText& command);

}  // namespace cardon::usage
