// SPDX-License-Identifier: Apache-2.0
// scalars.tsv read back.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace cardon {

struct ScalarTable {
  std::vector<std::string>
      names;  ///< of the columns, without units: "iteration", "time", "phi.min", ...
  std::vector<std::string> units;            ///< "", "s", ...
  std::vector<std::vector<double>> columns;  ///< columns[n][row]

  bool empty() const { return columns.empty() || columns[0].empty(); }
  /// Number of a column, or -1.
  int find(const std::string& name) const;
  std::size_t rows() const { return columns.empty() ? 0 : columns[0].size(); }
};

/// A table of a run's folder, by default its scalars; empty if the run wrote none. An unfinished
/// last line is left out. Throws Error "run/bad-table" for a file that is something else.
ScalarTable read_scalars(const std::filesystem::path& folder,
                         const std::string& name = "scalars.tsv");

}  // namespace cardon
