// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>

#include "retry/process_end.hpp"

namespace cardon {

/// What a run records of its end in its folder: the exit code of a launcher may be that of another
/// program.
class RunMark {
 public:
  /// Before the run; there may be a mark of an earlier one.
  explicit RunMark(std::filesystem::path run_folder);
  /// After it: what exit code 0 means, and whether a process was killed only after the run's end.
  ProcessEnd judged(ProcessEnd end) const;

 private:
  std::filesystem::file_time_type written() const;
  std::filesystem::path folder_;
  std::filesystem::file_time_type before_;
};

}  // namespace cardon
