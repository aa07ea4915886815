// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <string>

namespace cardon {

/// Makes a complete checkpoint of what lies in the part folder: writes the text of its manifest
/// last, flushes, renames, lets `latest` point to it, removes all but the newest `keep`. Two may do
/// this at once. Throws Error "checkpoint/not-written" as long as it has not its name; what fails
/// after that is left to the next one.
void commit_checkpoint(const std::filesystem::path& checkpoints, long iteration,
                       const std::string& manifest, int keep);
/// Removes what was written of one that will not be complete.
void discard_checkpoint(const std::filesystem::path& checkpoints, long iteration) noexcept;

}  // namespace cardon
