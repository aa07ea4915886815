// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

namespace cardon::cli {

/// Rows of text under headings: printed in columns for people, as JSON objects for programs.
class Table {
 public:
  explicit Table(std::vector<std::string> headings) : headings_(std::move(headings)) {}
  void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }
  /// Aligned columns, two blanks apart, or "none" if there are no rows.
  std::string text() const;
  /// A list of objects whose keys are the headings.
  std::string json() const;

 private:
  std::vector<std::string> headings_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace cardon::cli
