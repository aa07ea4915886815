// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace cardon::cli {

/// The run folder that the user means: a run folder itself; a folder of numbered runs such as
/// runs/wave (the last of them); "latest": the run below runs/ that was started last. Throws Error
/// cli/no-run if there is none.
std::filesystem::path find_run(const std::string& given);

/// Whether a run has written in this folder.
bool is_run(const std::filesystem::path& folder);
/// The runs directly below a folder, in no order.
std::vector<std::filesystem::path> runs_in(const std::filesystem::path& folder);

}  // namespace cardon::cli
