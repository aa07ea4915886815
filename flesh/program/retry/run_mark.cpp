// SPDX-License-Identifier: Apache-2.0
#include "retry/run_mark.hpp"

#include <cardon/thorn/error.hpp>
#include <utility>

#include "provenance/run_end.hpp"

namespace cardon {

namespace fs = std::filesystem;

RunMark::RunMark(fs::path run_folder) : folder_(std::move(run_folder)), before_(written()) {}

// The same for all that do not exist.
fs::file_time_type RunMark::written() const {
  std::error_code missing;
  const auto time = fs::last_write_time(folder_ / summary_name, missing);
  return missing ? fs::file_time_type::min() : time;
}

ProcessEnd RunMark::judged(ProcessEnd end) const {
  const bool killed = end.killed_by() != 0 || end.outlived_ranks;
  if (!killed && end.code != exit_finished) return end;
  const std::optional<int> recorded =
      written() == before_ ? std::nullopt : recorded_exit_code(folder_);
  if (killed) {
    end.recorded = recorded;
    return end;
  }
  end.unfinished = !recorded;
  if (recorded) end.code = *recorded;
  return end;
}

}  // namespace cardon
