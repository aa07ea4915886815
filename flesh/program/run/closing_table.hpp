// SPDX-License-Identifier: Apache-2.0
// Where the time went, over ranks.
#pragma once
#include <cardon/services/program.hpp>
#include <cardon/services/timings.hpp>
#include <optional>
#include <string>
#include <vector>

namespace cardon {

/// One row: a task, a phase of the exchange or something else that takes time.
struct TimeRow {
  std::string name;
  std::optional<long> calls;          ///< on rank 0; none if they are not counted
  long points = 0;                    ///< over all ranks
  double min = 0, mean = 0, max = 0;  ///< seconds over ranks
  /// 1 is perfect balance.
  double imbalance() const { return mean > 0 ? max / mean : 1; }
};

/// Compute and boundary time of every task that ran, then pack, poll, wait, unpack and copy of
/// every link, then `others` (name and seconds per rank).
std::vector<TimeRow> time_rows(
    const Program& program, const std::vector<Timings>& ranks,
    const std::vector<std::pair<std::string, std::vector<double>>>& others);
/// As a table for people, largest first.
std::string closing_table(std::vector<TimeRow> rows);
/// As performance.tsv.
std::string performance_tsv(const std::vector<TimeRow>& rows);

}  // namespace cardon
