// SPDX-License-Identifier: Apache-2.0
#include "parameters/problems.hpp"

#include <utility>

namespace cardon {

Problem make_problem(std::string slug, std::string message, const Location& where,
                     std::string hint) {
  Problem problem;
  problem.slug = std::move(slug);
  problem.message = std::move(message);
  problem.where = where;
  problem.hint = std::move(hint);
  return problem;
}

std::string comma_list(const std::vector<std::string>& words) {
  std::string list;
  for (const std::string& word : words) {
    if (!list.empty()) list += ", ";
    list += word;
  }
  return list;
}

std::vector<std::string> wrapped_list(const std::string& head,
                                      const std::vector<std::string>& words) {
  constexpr std::size_t widest = 90;
  std::vector<std::string> lines = {head};
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string item = words[i] + (i + 1 < words.size() ? "," : "");
    if (lines.back().size() + 1 + item.size() > widest) lines.emplace_back();
    if (!lines.back().empty()) lines.back() += ' ';
    lines.back() += item;
  }
  return lines;
}

}  // namespace cardon
