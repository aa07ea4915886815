// SPDX-License-Identifier: Apache-2.0
#include "restart/last_checkpoint.hpp"

#include <fmt/format.h>

#include <cardon/kit/shell_quoted.hpp>

namespace cardon {

std::optional<RestartChoice> last_checkpoint(const std::filesystem::path& run_folder) {
  if (run_folder.empty()) return {};
  try {
    return choose_restart(run_folder.string(), "");
  } catch (const Error&) {
    return {};
  }
}

std::string checkpoint_text(const RestartChoice& choice) {
  return fmt::format("the last complete checkpoint is that of iteration {}: {}",
                     choice.manifest.iteration, choice.checkpoints.front().string());
}

void add_last_checkpoint(const std::filesystem::path& run_folder, Problem& problem) {
  if (const std::optional<RestartChoice> last = last_checkpoint(run_folder)) {
    problem.notes.push_back(checkpoint_text(*last));
    problem.help += ", then continue with: cardon run ... --restart " +
                    shell_quoted(last->checkpoints.front().string());
  } else {
    problem.notes.push_back("no complete checkpoint of the run is visible from this host");
  }
}

}  // namespace cardon
