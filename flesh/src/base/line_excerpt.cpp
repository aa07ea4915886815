// SPDX-License-Identifier: Apache-2.0
#include "base/line_excerpt.hpp"

#include <algorithm>
#include <charconv>

namespace cardon {
namespace {

constexpr std::size_t whole = 400, before = 100, after = 200;  // bytes

}  // namespace

std::string line_excerpt(std::string_view line, int column) {
  if (line.size() <= whole && line.find('\n') == line.npos) return std::string(line);
  const std::size_t caret = std::min(std::size_t(std::max(column, 1) - 1), line.size());
  const std::size_t begin = caret > before ? caret - before : 0;
  return std::to_string(begin) + '\n' + std::string(line.substr(begin, before + after));
}

LinePart split_excerpt(std::string_view excerpt) {
  LinePart part{0, excerpt};
  const std::size_t end = excerpt.find('\n');
  if (end == excerpt.npos) return part;
  const auto [stop, failure] = std::from_chars(excerpt.data(), excerpt.data() + end, part.skipped);
  if (failure != std::errc() || stop != excerpt.data() + end) return {0, excerpt};
  part.text = excerpt.substr(end + 1);
  return part;
}

}  // namespace cardon
