// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/checkpoint/checkpoint_names.hpp>
#include <filesystem>
#include <string>

#include "checkpoint/checkpoint_manifest.hpp"

namespace cardon {

/// Where a file of checkpoints/it000200 is: there, or still in it000200.part, where a site with a
/// storage of its own was ended before it could rename it. What is in it has its own checksums.
std::filesystem::path file_in(const std::filesystem::path& checkpoint, const std::string& name);
/// The manifest of a checkpoint whose files are all there and of the right length, but those of
/// other sites that lie on storages of their own. Throws CheckpointDamage.
CheckpointManifest read_manifest(const std::filesystem::path& checkpoint);

}  // namespace cardon
