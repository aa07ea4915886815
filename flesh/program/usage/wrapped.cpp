// SPDX-License-Identifier: Apache-2.0
#include "usage/wrapped.hpp"

#include <sstream>

namespace cardon::usage {

std::vector<std::string> wrapped(const std::string& text, std::size_t width) {
  std::vector<std::string> lines;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    if (lines.empty() || lines.back().size() + 1 + word.size() > width)
      lines.push_back(word);
    else
      lines.back() += " " + word;
  }
  return lines;
}

}  // namespace cardon::usage
