// SPDX-License-Identifier: Apache-2.0
#include "scalar_curves.hpp"

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <system_error>
#include <utility>

namespace cardon {
namespace {

std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> cells;
  std::istringstream text(line);
  for (std::string cell; std::getline(text, cell, '\t');) cells.push_back(cell);
  return cells;
}

}  // namespace

ScalarCurves::ScalarCurves(std::filesystem::path file, std::size_t max_rows)
    : file_(std::move(file)), max_rows_(max_rows) {}

// A file that has become shorter is another one.
void ScalarCurves::take_new_lines() {
  std::error_code code;
  const std::uintmax_t size = std::filesystem::file_size(file_, code);
  if (code) return;
  if (size < position_) {
    position_ = 0, seen_ = 0, every_ = 1;
    rows_.clear(), columns_.clear(), partial_.clear();
  }
  std::ifstream in(file_, std::ios::binary);
  in.seekg(std::streamoff(position_));
  std::string piece(1 << 16, '\0');
  while (in.read(piece.data(), std::streamsize(piece.size())), in.gcount() > 0) {
    position_ += std::uintmax_t(in.gcount());
    partial_.append(piece, 0, std::size_t(in.gcount()));
    std::size_t start = 0;
    for (std::size_t end; (end = partial_.find('\n', start)) != std::string::npos; start = end + 1)
      take_line(partial_.substr(start, end - start));
    partial_.erase(0, start);
  }
}

void ScalarCurves::take_line(const std::string& line) {
  if (line.empty() || line[0] == '#') return;
  std::vector<std::string> cells = cells_of(line);
  if (columns_.empty()) {
    columns_ = std::move(cells);
    return;
  }
  if (cells.size() != columns_.size()) return;
  Row row{.number = seen_++};
  for (const std::string& cell : cells) row.values.push_back(std::strtod(cell.c_str(), nullptr));
  if (!rows_.empty() && rows_.back().number % every_ != 0) rows_.pop_back();
  rows_.push_back(std::move(row));
  if (rows_.size() > max_rows_) thin();
}

void ScalarCurves::thin() {
  every_ *= 2;
  const long newest = rows_.back().number;
  std::erase_if(rows_,
                [&](const Row& row) { return row.number % every_ != 0 && row.number != newest; });
}

nlohmann::ordered_json ScalarCurves::read() {
  const std::lock_guard lock(mutex_);
  take_new_lines();
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  for (const Row& row : rows_) {
    nlohmann::ordered_json values = nlohmann::ordered_json::array();
    for (const double value : row.values)
      values.push_back(std::isfinite(value) ? nlohmann::ordered_json(value) : nullptr);
    rows.push_back(std::move(values));
  }
  return {{"columns", columns_}, {"every", every_}, {"rows", std::move(rows)}};
}

}  // namespace cardon
