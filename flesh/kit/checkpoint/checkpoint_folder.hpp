// SPDX-License-Identifier: Apache-2.0
// The folder `checkpoints` of a run.
#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "checkpoint/checkpoint_manifest.hpp"

namespace cardon {

/// The names in the folder of a run.
inline constexpr const char* checkpoints_name = "checkpoints";
inline constexpr const char* manifest_name = "manifest.json";
inline constexpr const char* part_ending = ".part";  ///< of a folder that is not complete yet

/// checkpoints/it000200.part: where the files of a checkpoint are written to.
std::filesystem::path part_folder(const std::filesystem::path& checkpoints, long iteration);
/// Makes a complete checkpoint of what lies in the part folder: writes the text of its manifest
/// last, flushes, renames, lets `latest` point to it, removes all but the newest `keep`. Two may do
/// this at once. Throws Error "checkpoint/not-written" as long as it has not its name; what fails
/// after that is left to the next one.
void commit_checkpoint(const std::filesystem::path& checkpoints, long iteration,
                       const std::string& manifest, int keep);
/// Removes what was written of one that will not be complete.
void discard_checkpoint(const std::filesystem::path& checkpoints, long iteration) noexcept;

/// What can be told of the checkpoints of a run without reading their data.
struct CheckpointList {
  std::vector<std::filesystem::path> complete;  ///< the newest first
  std::vector<std::filesystem::path> parts;     ///< never finished, newer than all complete ones
};
CheckpointList list_checkpoints(const std::filesystem::path& checkpoints);
/// Of it000200 and it000200.part; nothing for other names.
std::optional<long> checkpoint_iteration(const std::filesystem::path& path);
/// Where a file of checkpoints/it000200 is: there, or still in it000200.part, where a site with a
/// storage of its own was ended before it could rename it. What is in it has its own checksums.
std::filesystem::path file_in(const std::filesystem::path& checkpoint, const std::string& name);
/// The manifest of a checkpoint whose files are all there and of the right length, but those of
/// other sites that lie on storages of their own. Throws CheckpointDamage.
CheckpointManifest read_manifest(const std::filesystem::path& checkpoint);
/// A whole file; empty if there is none, or none that can be read.
std::string file_text(const std::filesystem::path& file);

}  // namespace cardon
