// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>

namespace cardon {

/// How a process ended.
struct ProcessEnd {
  int code = 0;
  int signal = 0;               ///< that killed it; then there is no code
  bool outlived_ranks = false;  ///< a launcher that was ended because it did not end by itself
  bool unfinished = false;      ///< code 0, but the run has not come to its end
  /// What the run recorded as its exit code before a process of it was killed.
  std::optional<int> recorded;

  /// The signal that killed it, or a rank of a launcher: these say so by 128 + signal. 0: none.
  int killed_by() const;
  /// "exit code 4 (disk, MPI or network)", "exit code 137 (killed by SIGKILL)", "killed by SIGKILL"
  std::string text() const;

 private:
  std::string process_text() const;
};

}  // namespace cardon
