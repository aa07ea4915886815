// SPDX-License-Identifier: Apache-2.0
#include "table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/printable.hpp"

namespace cardon::cli {
namespace {

/// Columns of a terminal, which fmt fills up to a width: characters take one or two of them, and
/// more bytes.
std::size_t columns(const std::string& text) {
  const std::size_t filled = fmt::format("{:<{}}", text, text.size()).size();
  return 2 * text.size() - filled;
}

std::string line(const std::vector<std::string>& row, const std::vector<std::size_t>& widths) {
  std::string out;
  for (std::size_t c = 0; c < row.size(); ++c) out += fmt::format("{:<{}}  ", row[c], widths[c]);
  return out.substr(0, out.find_last_not_of(' ') + 1) + "\n";
}

}  // namespace

std::string Table::text() const {
  if (rows_.empty()) return "none\n";
  std::vector<std::vector<std::string>> rows = rows_;
  for (auto& row : rows)
    for (std::string& cell : row) cell = printable(cell);
  std::vector<std::size_t> widths;
  for (const std::string& heading : headings_) widths.push_back(heading.size());
  for (const auto& row : rows)
    for (std::size_t c = 0; c < row.size(); ++c) widths[c] = std::max(widths[c], columns(row[c]));
  std::string out = line(headings_, widths);
  for (const auto& row : rows) out += line(row, widths);
  return out;
}

std::string Table::json() const {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const auto& row : rows_) {
    nlohmann::ordered_json object;
    for (std::size_t c = 0; c < row.size(); ++c) object[headings_[c]] = row[c];
    list.push_back(std::move(object));
  }
  return list.dump(2, ' ', true, nlohmann::json::error_handler_t::replace) + "\n";
}

}  // namespace cardon::cli
