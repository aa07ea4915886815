// SPDX-License-Identifier: Apache-2.0
// Tables that get a row per output.
#pragma once
#include <cardon/services/output.hpp>
#include <cardon/text_file.hpp>
#include <span>
#include <string>
#include <vector>

namespace cardon {

/// A table of iteration, time and values, in a file of the run folder. After a restart it begins
/// with the rows of the run before, up to the checkpoint, if that had the same columns.
class TimeSeries {
 public:
  /// `file` from the run folder; `columns` with units. `go_on`: rows of an earlier run belong to
  /// this one. Throws Error "output/write-failed" (exit_environment).
  TimeSeries(const OutputSetup& setup, const std::filesystem::path& file,
             std::span<const std::string> columns, bool go_on = true);
  /// A row; each number has as many digits as are needed to read back the same. Throws as above,
  /// and then the row is left out whole.
  void append(const Snapshot& snapshot, std::span<const Real> values);
  std::size_t bytes_written() const { return file_.bytes_written(); }

 private:
  TextFile file_;
};

/// The rows of a table of an earlier run up to its checkpoint; none if its header, which is all
/// lines that begin with # or "iteration", is another one. What is no whole row of numbers is left
/// out, with a warning "restart/table-row".
std::string rows_of_earlier_run(const EarlierRun& earlier, const std::filesystem::path& file,
                                const std::string& header);

}  // namespace cardon
