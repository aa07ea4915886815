// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <limits>
#include <optional>

namespace cardon {

/// A checkpoint that the next attempt can continue from.
struct AttemptCheckpoint {
  std::filesystem::path run;   ///< folder of the run that wrote it, as it was named
  std::filesystem::path path;  ///< its own folder
  long iteration = 0;
  std::filesystem::file_time_type written{};
};

/// The newest of a run, of iterations below `limit`, by manifests and sizes of files; nothing if
/// there is none.
std::optional<AttemptCheckpoint> newest_checkpoint(const std::filesystem::path& run_folder,
                                                   long limit = std::numeric_limits<long>::max());

}  // namespace cardon
