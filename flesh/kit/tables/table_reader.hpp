// SPDX-License-Identifier: Apache-2.0
// Text files of columns that parameters of the kind table name.
#pragma once
#include <cardon/thorn/data_table.hpp>
#include <cardon/thorn/table_data.hpp>
#include <filesystem>
#include <string>

namespace cardon {

/// What a parameter wants of a file.
struct TableRequest {
  std::string column;  ///< name or number from 1 of the values; empty: the only one
  int arguments = 1;
  Range range;  ///< of the values
  Interpolation interpolation = Interpolation::linear;
  Outside outside = Outside::constant;
};

/// Reads columns of numbers with blanks, tabs or commas between them. '#' begins a comment; a first
/// line of words names the columns. The first columns are the arguments: increasing; with two of
/// them the rows form a full rectangle in either order. Throws Error "parameter/table" with the
/// line of the file for all mistakes of a kind at once.
TableData read_table(const std::filesystem::path& file, const TableRequest& request);

}  // namespace cardon
