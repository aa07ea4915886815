// SPDX-License-Identifier: Apache-2.0
// The folder `checkpoints` of a run.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "checkpoint/checkpoint_manifest.hpp"

namespace cardon {

/// The names in the folder of a run.
inline constexpr const char* checkpoints_name = "checkpoints";
inline constexpr const char* manifest_name = "manifest.json";

/// checkpoints/it000200.part: where the files of a checkpoint are written to.
std::filesystem::path part_folder(const std::filesystem::path& checkpoints, long iteration);
/// Makes a complete checkpoint of what lies in the part folder: writes the manifest last, flushes,
/// renames, lets `latest` point to it, removes all but the newest `keep`. Throws Error
/// "checkpoint/not-written".
void commit_checkpoint(const std::filesystem::path& checkpoints, const CheckpointManifest& manifest,
                       int keep);
/// Removes what was written of one that will not be complete.
void discard_checkpoint(const std::filesystem::path& checkpoints, long iteration) noexcept;

/// What can be told of the checkpoints of a run without reading their data.
struct CheckpointList {
  std::vector<std::filesystem::path> complete;  ///< the newest first
  std::vector<std::filesystem::path> parts;     ///< never finished, newer than all complete ones
};
CheckpointList list_checkpoints(const std::filesystem::path& checkpoints);
/// The manifest of a checkpoint whose files are all there and of the right length. Throws
/// CheckpointDamage.
CheckpointManifest read_manifest(const std::filesystem::path& checkpoint);
/// A whole file; empty if there is none.
std::string file_text(const std::filesystem::path& file);

}  // namespace cardon
