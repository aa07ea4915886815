// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/output.hpp>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cardon {

/// A table of an earlier run up to its checkpoint.
struct EarlierTable {
  std::string comments;              ///< lines that begin with #
  std::vector<std::string> columns;  ///< with units; iteration and time are the first two
  std::string rows;
};

/// What the checkpoint knows of is taken as it is. Of another table what is not a complete row of
/// numbers is left out, as rows that do not continue from the one before, with a warning
/// "restart/table-row". Nothing: there is no such table.
std::optional<EarlierTable> earlier_table(const EarlierRun& earlier,
                                          const std::filesystem::path& file);
/// Takes away columns, but for the first two, and returns their names.
std::vector<std::string> remove_columns(EarlierTable& table,
                                        const std::function<bool(std::string_view)>& stays);
/// The rows with these columns; nan in those that the table has not.
std::string rows_with(const EarlierTable& table, const std::vector<std::string>& columns);

}  // namespace cardon
