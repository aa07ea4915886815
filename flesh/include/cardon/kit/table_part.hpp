// SPDX-License-Identifier: Apache-2.0
// The rows of a table of coordinates and values that one site has.
#pragma once
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace cardon {

/// What the first line of such a file says.
struct TablePart {
  std::string site;                ///< that has written the rows
  std::vector<std::string> sites;  ///< all that have rows; none: the file is a whole table
};

/// The first line: `# part {"site":"a","sites":["a","b"]}`.
std::string part_line(const TablePart& part);
/// Throws Error "output/unreadable" (exit_environment).
TablePart read_table_part(const std::filesystem::path& file);
/// Makes one table of the parts: their lines in the order of the coordinates, which are all columns
/// but the last, the first one fastest. Returns its size in bytes. Throws Error
/// "output/unreadable", "output/write-failed" (exit_environment).
std::size_t join_tables(std::span<const std::filesystem::path> parts,
                        const std::filesystem::path& whole);

}  // namespace cardon
