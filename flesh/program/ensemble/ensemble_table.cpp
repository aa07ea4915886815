// SPDX-License-Identifier: Apache-2.0
#include "ensemble/ensemble_table.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace cardon {
namespace {

constexpr std::size_t max_width = 32;  // of a column for people

std::vector<std::string> varied_keys(const EnsembleSpec& spec) {
  std::vector<std::string> keys;
  for (const auto& block : spec.vary)
    for (const VariedParameter& parameter : block)
      if (std::find(keys.begin(), keys.end(), parameter.key) == keys.end())
        keys.push_back(parameter.key);
  return keys;
}

std::string value_of(const Member& member, const std::string& key) {
  for (const std::string& word : member.set)
    if (word.starts_with(key + "=")) return word.substr(key.size() + 1);
  return "";
}

std::string quoted(const std::string& word) {
  if (word.find_first_of(",\"\r\n") == word.npos) return word;
  std::string text = "\"";
  for (const char c : word) text += c == '"' ? "\"\"" : std::string(1, c);
  return text + '"';
}

}  // namespace

EnsembleTable::EnsembleTable(const EnsembleSpec& spec, const std::vector<Member>& members,
                             const EnsembleRecord& record) {
  const std::vector<std::string> keys = varied_keys(spec);
  std::vector<std::string> names{"member"};
  names.insert(names.end(), keys.begin(), keys.end());
  names.insert(names.end(), {"outcome", "iterations"});
  names.insert(names.end(), spec.scalars.begin(), spec.scalars.end());
  names.insert(names.end(), spec.summary.begin(), spec.summary.end());
  names.insert(names.end(), {"checksum", "error"});
  rows_.push_back(names);
  for (const Member& member : members) {
    std::vector<std::string> row{member.name};
    for (const std::string& key : keys) row.push_back(value_of(member, key));
    const MemberResult* result = record.find(member.name);
    if (result == nullptr) {
      row.resize(names.size());
      row[keys.size() + 1] = "left";
    } else {
      row.insert(row.end(), {result->outcome, std::to_string(result->iterations)});
      row.insert(row.end(), result->figures.begin(), result->figures.end());
      row.insert(row.end(), {result->checksum, result->error});
    }
    rows_.push_back(row);
  }
}

std::string EnsembleTable::csv() const {
  std::string text;
  for (const auto& row : rows_)
    for (std::size_t n = 0; n < row.size(); ++n)
      text += quoted(row[n]) + (n + 1 < row.size() ? "," : "\n");
  return text;
}

std::vector<std::string> EnsembleTable::lines(std::size_t max_rows) const {
  const std::size_t count = std::min(rows_.size(), max_rows + 1);
  std::vector<std::size_t> widths(rows_[0].size());
  std::vector<bool> used(widths.size(), false);
  for (std::size_t r = 0; r < count; ++r)
    for (std::size_t n = 0; n < widths.size(); ++n) {
      widths[n] = std::max(widths[n], std::min(max_width, rows_[r][n].size()));
      if (r > 0 && !rows_[r][n].empty()) used[n] = true;
    }
  std::vector<std::string> lines;
  for (std::size_t r = 0; r < count; ++r) {
    std::string line;
    for (std::size_t n = 0; n < widths.size(); ++n)
      if (used[n]) line += fmt::format("  {:<{}}", rows_[r][n].substr(0, max_width), widths[n]);
    lines.push_back(line.substr(0, line.find_last_not_of(' ') + 1));
  }
  if (rows_.size() > count) lines.push_back(fmt::format("  ... {} more", rows_.size() - count));
  return lines;
}

}  // namespace cardon
