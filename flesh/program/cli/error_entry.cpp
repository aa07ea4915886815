// SPDX-License-Identifier: Apache-2.0
#include "error_entry.hpp"

#include <fstream>

#include "base/install_tree.hpp"

namespace cardon::cli {
namespace {

// "## `parameter/unknown`" -> "parameter/unknown"; "" for lines that are not the heading of a slug.
std::string slug_of(const std::string& line) {
  if (line.empty() || line[0] != '#') return {};
  const std::size_t start = line.find_first_not_of("# `");
  if (start == std::string::npos) return {};
  const std::string word = line.substr(start, line.find_first_of("` ", start) - start);
  return word.find('/') == std::string::npos ? "" : word;
}

std::ifstream errors_file() { return std::ifstream(share_folder() / "doc" / "errors.md"); }

}  // namespace

std::string error_entry(const std::string& slug) {
  std::ifstream file = errors_file();
  std::string line, entry;
  while (std::getline(file, line)) {
    const bool heading = !line.empty() && line[0] == '#';
    if (heading && !entry.empty()) break;
    if (slug_of(line) == slug)
      entry = slug + "\n";
    else if (!entry.empty())
      entry += line + "\n";
  }
  return entry;
}

std::vector<std::string> error_slugs() {
  std::vector<std::string> slugs;
  std::ifstream file = errors_file();
  for (std::string line; std::getline(file, line);)
    if (const std::string slug = slug_of(line); !slug.empty()) slugs.push_back(slug);
  return slugs;
}

}  // namespace cardon::cli
