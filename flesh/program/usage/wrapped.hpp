// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <string>
#include <vector>

namespace cardon::usage {

/// Lines of at most `width` characters, broken at blanks; a word that is longer has a line of its
/// own. No lines if the text is empty.
std::vector<std::string> wrapped(const std::string& text, std::size_t width);

}  // namespace cardon::usage
