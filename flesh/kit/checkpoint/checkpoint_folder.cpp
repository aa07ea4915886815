// SPDX-License-Identifier: Apache-2.0
#include "checkpoint/checkpoint_folder.hpp"

#include <system_error>

#include "checkpoint/checkpoint_sight.hpp"
#include "files/regular_file.hpp"

namespace cardon {

namespace fs = std::filesystem;

fs::path file_in(const fs::path& checkpoint, const std::string& name) {
  std::error_code ignored;
  const fs::path here = checkpoint / name, part = checkpoint.string() + part_ending;
  return !fs::exists(here, ignored) && fs::exists(part / name, ignored) ? part / name : here;
}

CheckpointManifest read_manifest(const fs::path& checkpoint) {
  const RegularText text = read_regular_file(checkpoint / manifest_name);
  if (!text.failure.empty()) throw CheckpointDamage{cannot_read(manifest_name, text.failure)};
  CheckpointManifest manifest = checkpoint_manifest(text.text);
  if (const std::string damage = damage_of({sizes_in(checkpoint)}, manifest.files, true);
      !damage.empty())
    throw CheckpointDamage{damage};
  return manifest;
}

}  // namespace cardon
