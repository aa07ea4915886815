// SPDX-License-Identifier: Apache-2.0
// JSON that knows whether it is complete.
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace cardon {

/// What is wrong with a checkpoint, in words: "manifest.json is damaged".
struct CheckpointDamage {
  std::string what;         ///< the words
  bool unreadable = false;  ///< reading failed, so what is on the disk may be whole
  bool of_table = false;    ///< of the run folder: the checkpoint itself is whole
};

/// {"checksum": "...", "content": ...}; still JSON.
std::string seal(const nlohmann::json& content);
/// The checksum of a sealed text, for whoever keeps it elsewhere. Throws CheckpointDamage.
std::string seal_of(const std::string& text, const std::string& name);
/// The content. Throws CheckpointDamage, which calls the text `name`, if a single bit has changed.
nlohmann::json unseal(const std::string& text, const std::string& name);

}  // namespace cardon
