// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <optional>
#include <string>

#include "retry/attempt_checkpoint.hpp"
#include "retry/process_end.hpp"

namespace cardon {

/// One of several attempts to get a run done.
struct Attempt {
  std::filesystem::path folder;
  std::string launch;             ///< the launcher; empty: none
  std::string restart;            ///< what it continues from; empty: nothing
  std::optional<long> iteration;  ///< that it begins with, where that is known
  std::optional<AttemptCheckpoint>
      from;  ///< the checkpoint of an earlier attempt, if it continues from one
  ProcessEnd end;
  double seconds = 0;  ///< that it took
  std::filesystem::file_time_type ended{};

  /// "from iteration 200 of runs/wave/0001", "from the start"
  std::string from_text() const;
  /// "12 s, about 37 iterations": what the next attempt does again if it continues from
  /// `checkpoint`; nothing: from where this one began.
  std::string lost_text(const std::optional<AttemptCheckpoint>& checkpoint) const;
};

/// How far a run has come at least, by what it left in its folder; nothing if that does not tell.
std::optional<long> reached_iteration(const std::filesystem::path& run_folder);

}  // namespace cardon
