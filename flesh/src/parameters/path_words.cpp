// SPDX-License-Identifier: Apache-2.0
#include "parameters/path_words.hpp"

#include <charconv>

namespace cardon {

std::vector<PathWord> path_words(std::string_view path) {
  std::vector<PathWord> words(1);
  for (std::size_t i = 0; i < path.size(); ++i) {
    const bool dot = path[i] == '.';
    const bool colons = path.substr(i, 2) == "::";
    if (dot || colons) {
      i += colons ? 1 : 0;
      words.push_back({"", i + 1});
    } else {
      words.back().text += path[i];
    }
  }
  return words;
}

std::string join_path(std::string_view parent, std::string_view word) {
  return parent.empty() ? std::string(word) : std::string(parent) + "." + std::string(word);
}

int split_index(std::string& word) {
  const std::size_t open = word.find('[');
  if (open == word.npos || word.back() != ']') return -1;
  int index = -1;
  const char* end = word.data() + word.size() - 1;
  const auto [stop, failure] = std::from_chars(word.data() + open + 1, end, index);
  if (failure != std::errc() || stop != end || index < 0) return -1;
  word.resize(open);
  return index;
}

}  // namespace cardon
