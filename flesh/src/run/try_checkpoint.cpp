// SPDX-License-Identifier: Apache-2.0
#include "run/try_checkpoint.hpp"

#include "checkpoint/checkpoint_folder.hpp"
#include "run/restart_choice.hpp"

namespace cardon {

std::optional<TryCheckpoint> newest_checkpoint(const std::filesystem::path& run_folder) {
  try {
    const RestartChoice choice = choose_restart(run_folder.string(), "");
    std::error_code ignored;
    return TryCheckpoint{
        choice.run, choice.manifest.iteration,
        std::filesystem::last_write_time(choice.checkpoints.front() / manifest_name, ignored)};
  } catch (const Error&) {
    return {};
  }
}

}  // namespace cardon
