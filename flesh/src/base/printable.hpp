// SPDX-License-Identifier: Apache-2.0
// Text of users, files and other programs, made harmless for terminals, logs and readers.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>

namespace cardon {

/// The bytes of the printable character (UTF-8) at the start of `text`; 0 if there is none: a
/// control character, a change of the writing direction, an invisible character, or no character.
std::size_t printable_length(std::string_view text);

/// One line: what is not printable is written as \n, \t, \x1b (bytes) or \u202e (characters).
std::string printable(std::string_view text);

/// As printable(), but line ends stay.
std::string printable_lines(std::string_view text);

}  // namespace cardon
