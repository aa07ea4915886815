// SPDX-License-Identifier: Apache-2.0
#include "retry/attempt_checkpoint.hpp"

#include "checkpoint/checkpoint_folder.hpp"
#include "restart/restart_choice.hpp"

namespace cardon {

namespace fs = std::filesystem;

std::optional<AttemptCheckpoint> newest_checkpoint(const fs::path& run_folder, long limit) try {
  const RestartChoice choice = choose_restart(run_folder.string(), "");
  for (const fs::path& path : choice.checkpoints) {
    const long iteration = checkpoint_iteration(path).value_or(limit);
    std::error_code ignored;
    if (iteration < limit)
      return AttemptCheckpoint{run_folder, path, iteration,
                               fs::last_write_time(path / manifest_name, ignored)};
  }
  return {};
} catch (const Error&) {
  return {};
}

}  // namespace cardon
