// SPDX-License-Identifier: Apache-2.0
// Tables that get a row per output.
#pragma once
#include <cardon/kit/table_file.hpp>
#include <cardon/services/output.hpp>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cardon {

/// A table of iteration, time and values, in a file of the run folder. After a restart it begins
/// with the rows of the run before, up to the checkpoint. Where columns were added, these have nan
/// there; columns that only the run before had stay as the last ones, and are nan from then on.
class TimeSeries {
 public:
  /// Whether what an earlier run has in the column of this name is what this table means by it.
  using IsSame = std::function<bool(std::string_view column)>;
  /// `file` from the run folder; `columns` with units. `is_same`: unset, all are. For columns that
  /// are left out there is a warning "restart/table-columns". Throws Error "output/write-failed"
  /// (exit_environment).
  TimeSeries(const OutputSetup& setup, const std::filesystem::path& file,
             std::span<const std::string> columns, const IsSame& is_same = {});
  /// A row; each number has as many digits as are needed to read back the same. Throws as above,
  /// and then the row is left out whole.
  void append(const Snapshot& snapshot, std::span<const Real> values);
  /// Appends a row whose values are given as text, each after a tab.
  void append(const Snapshot& snapshot, std::string_view values);
  /// Bytes written so far.
  std::size_t bytes_written() const { return file_->bytes_written(); }

 private:
  std::optional<TableFile> file_;
  std::string rest_;  // of each row: columns that only an earlier run had
};

/// A file of an earlier run that describes its tables, as it was at the checkpoint; empty: there is
/// none.
std::string text_of_earlier_run(const EarlierRun& earlier, const std::filesystem::path& file);

}  // namespace cardon
