// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/thorn/error.hpp>
#include <cardon/thorn/types.hpp>
#include <string>
#include <vector>

namespace cardon {

/// The rows of a text file of columns.
struct TableText {
  std::string file;
  std::vector<std::string> names;  ///< of the columns; empty: the file has none
  std::size_t columns = 0;
  std::vector<Real> numbers;        ///< row by row
  std::vector<std::size_t> starts;  ///< of the line of each row in `text`
  std::vector<int> lines;           ///< its number, from 1
  std::string text;

  std::size_t rows() const { return lines.size(); }
  Real at(std::size_t row, std::size_t column) const { return numbers[row * columns + column]; }
  /// Of a number of the file, for messages.
  Location place(std::size_t row, std::size_t column) const;
};

/// Throws Error "parameter/table": the file cannot be read, a word is not a finite number, or rows
/// have different lengths.
TableText read_table_text(const std::string& file);

}  // namespace cardon
