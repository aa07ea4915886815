// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <optional>
#include <string>

#include "retry/process_end.hpp"
#include "retry/try_checkpoint.hpp"

namespace cardon {

/// One of several tries to get a run done.
struct Attempt {
  std::filesystem::path folder;
  std::string launch;             ///< the launcher; empty: none
  std::string restart;            ///< what it continues from; empty: nothing
  std::optional<long> iteration;  ///< that it begins with, where that is known
  std::optional<TryCheckpoint>
      from;  ///< the checkpoint of an earlier try, if it continues from one
  ProcessEnd end;
  double seconds = 0;  ///< that it took
  std::filesystem::file_time_type ended{};

  /// "from iteration 200 of runs/wave/0001", "from the start"
  std::string from_text() const;
  /// "12 s, about 37 iterations": what the next try does again if it continues from `checkpoint`;
  /// nothing: from where this one began.
  std::string lost_text(const std::optional<TryCheckpoint>& checkpoint) const;
};

/// How far a run has come at least, by what it left in its folder; nothing if that does not tell.
std::optional<long> reached_iteration(const std::filesystem::path& run_folder);

}  // namespace cardon
