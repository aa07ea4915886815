// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <string>

#include "run/commands.hpp"

namespace cardon {

/// The command that goes on from a checkpoint with the same input, to be pasted into a shell.
std::string restart_command(const InputOptions& input, const std::filesystem::path& checkpoint,
                            int ranks);

}  // namespace cardon
