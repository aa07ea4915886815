// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "cardon/error.hpp"
#include "checkpoint/checkpoint_manifest.hpp"

namespace cardon {

/// The checkpoints that a run may be restarted from: all of one run, the newest first.
struct RestartChoice {
  std::filesystem::path run;                       ///< folder of the run that wrote them
  std::vector<std::filesystem::path> checkpoints;  ///< at least one; the first is manifest's
  CheckpointManifest manifest;
  std::vector<Problem> warnings;  ///< newer ones that cannot be used, and why
};

/// `wanted` is `latest` (of the runs below runs/NAME), the folder of a run, or a checkpoint, which
/// is then the only choice. Looks at manifests and sizes of files; load_blocks() will see the rest.
/// Throws Error restart/no-checkpoint.
RestartChoice choose_restart(const std::string& wanted, const std::string& name);

/// A checkpoint that cannot be used.
Problem damaged_problem(const std::filesystem::path& checkpoint, const std::string& damage);

}  // namespace cardon
