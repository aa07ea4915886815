// SPDX-License-Identifier: Apache-2.0
// Dotted paths such as output.slices[0].every, also written with :: after a thorn.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace cardon {

struct PathWord {
  std::string text;
  std::size_t start = 0;  ///< position in the path
};

/// The words of a path, split at "." and "::"; a word may be empty if the path is malformed.
std::vector<PathWord> path_words(std::string_view path);

/// "a" and "b" as "a.b"; `parent` may be "".
std::string join_path(std::string_view parent, std::string_view word);

/// Splits "slices[2]" into "slices" and 2; the index is -1 without brackets.
int split_index(std::string& word);

}  // namespace cardon
