// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <string>

namespace cardon::cli {

/// The run folder that the user means: a run folder itself; a folder of numbered runs such as
/// runs/wave (the last of them); "latest": the run below runs/ that was started last. Throws Error
/// cli/no-run if there is none.
std::filesystem::path find_run(const std::string& given);

}  // namespace cardon::cli
