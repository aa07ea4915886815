// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <string>

#include "launch/run_options.hpp"

namespace cardon {

/// The command that continues from a checkpoint with the same input and ranks of the same kind, to
/// be pasted into a shell.
std::string restart_command(const RunOptions& options, const std::filesystem::path& checkpoint,
                            int ranks);

}  // namespace cardon
