// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <optional>
#include <string>

#include "restart/restart_choice.hpp"

namespace cardon {

/// What a run has left so far, as far as this host sees it; nothing if there is no complete one.
std::optional<RestartChoice> last_checkpoint(const std::filesystem::path& run_folder);
/// "the last complete checkpoint is that of iteration 200: runs/wave/0001/checkpoints/it000200"
std::string checkpoint_text(const RestartChoice& choice);
/// Adds to an error that ends a run what it can be continued from.
void add_last_checkpoint(const std::filesystem::path& run_folder, Problem& problem);

}  // namespace cardon
