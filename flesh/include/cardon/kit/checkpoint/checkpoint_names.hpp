// SPDX-License-Identifier: Apache-2.0
// The folder `checkpoints` of a run.
#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace cardon {

inline constexpr const char* checkpoints_name = "checkpoints";  ///< in the folder of a run
inline constexpr const char* manifest_name = "manifest.json";   ///< in a checkpoint
inline constexpr const char* part_ending = ".part";  ///< of a folder that is not complete yet

/// Returns the folder that the files of a checkpoint are written to: checkpoints/it000200.part.
std::filesystem::path part_folder(const std::filesystem::path& checkpoints, long iteration);
/// Returns the iteration that a folder is named after, 200 for it000200 and it000200.part; nothing
/// for other names.
std::optional<long> checkpoint_iteration(const std::filesystem::path& path);

/// What can be told of the checkpoints of a run without reading their data.
struct CheckpointList {
  std::vector<std::filesystem::path> complete;  ///< the newest first
  std::vector<std::filesystem::path> parts;     ///< never finished, newer than all complete ones
};
/// Lists what the folder `checkpoints` of a run contains.
CheckpointList list_checkpoints(const std::filesystem::path& checkpoints);
/// Whether a checkpoint is of a later iteration than another.
bool is_later(const std::filesystem::path& a, const std::filesystem::path& b);
/// Returns the entries of a folder as far as it can be read; never throws filesystem_error.
std::vector<std::filesystem::path> entries_of(const std::filesystem::path& folder);
/// Returns the text of a file; empty if there is none, or none that can be read.
std::string file_text(const std::filesystem::path& file);

}  // namespace cardon
