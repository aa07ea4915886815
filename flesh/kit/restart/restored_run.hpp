// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "checkpoint/checkpoint_manifest.hpp"

namespace cardon {

/// What a restarted run continues from, once the fields of the checkpoint are those of the driver.
struct RestoredRun {
  std::filesystem::path run;  ///< folder of the run that wrote the checkpoint
  CheckpointManifest manifest;
  /// On rank 0: texts of the tables of that run by name, as they were at the checkpoint.
  std::shared_ptr<const std::map<std::string, std::string>> tables;
  std::vector<std::string> changes;  ///< parameters other than in the checkpoint, as lines
};

}  // namespace cardon
