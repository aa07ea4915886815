// SPDX-License-Identifier: Apache-2.0
#include "ensemble/ensemble_table.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "ensemble/varied_values.hpp"

namespace cardon {
namespace {

constexpr std::size_t max_width = 32;  // of a column for people

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

bool starts_character(char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }

std::size_t characters(const std::string& utf8) {
  return std::size_t(std::count_if(utf8.begin(), utf8.end(), starts_character));
}

std::string shortened(const std::string& word) {
  if (characters(word) <= max_width) return word;
  const std::string dots = "...";
  std::size_t left = max_width - dots.size(), end = 0;
  while (!starts_character(word[end]) || left-- > 0) ++end;
  return word.substr(0, end) + dots;
}

std::string padded(const std::string& word, std::size_t width) {
  return word + std::string(width - characters(word), ' ');
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
    const MemberResult* result = record.find(member);
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
  warn_of_empty_columns(keys.size() + 3, spec.scalars.size() + spec.summary.size());
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
      widths[n] = std::max(widths[n], std::min(max_width, characters(rows_[r][n])));
      if (r > 0 && !rows_[r][n].empty()) used[n] = true;
    }
  std::vector<std::string> lines;
  for (std::size_t r = 0; r < count; ++r) {
    std::string line;
    for (std::size_t n = 0; n < widths.size(); ++n)
      if (used[n]) line += "  " + padded(shortened(rows_[r][n]), widths[n]);
    lines.push_back(line.substr(0, line.find_last_not_of(' ') + 1));
  }
  if (rows_.size() > count) lines.push_back(fmt::format("  ... {} more", rows_.size() - count));
  lines.insert(lines.end(), warnings_.begin(), warnings_.end());
  return lines;
}

void EnsembleTable::warn_of_empty_columns(std::size_t first, std::size_t count) {
  const auto finished = [&](const auto& row) { return row[first - 2] == "finished"; };
  if (std::none_of(rows_.begin(), rows_.end(), finished)) return;
  for (std::size_t n = first; n < first + count; ++n)
    if (std::all_of(rows_.begin() + 1, rows_.end(),
                    [&](const auto& row) { return !finished(row) || row[n].empty(); }))
      warnings_.push_back(
          fmt::format("warning: no member that finished has {}, a column of table [{}]",
                      rows_[0][n], lacking_column));
}

}  // namespace cardon
