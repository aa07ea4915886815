// SPDX-License-Identifier: Apache-2.0
// The way to standard output for all that verbs say.
#pragma once
#include <string_view>

namespace cardon {

/// One line, and its end. What is not printable in it is escaped, line ends included.
void print_line(std::string_view text);
/// As it is but for what is not printable: foreign text in it must have lost its line ends.
void print_text(std::string_view text);

}  // namespace cardon
