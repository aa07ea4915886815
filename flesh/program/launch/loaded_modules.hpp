// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace cardon {

/// A file of machine code that this process runs.
struct LoadedModule {
  std::string name;  ///< "WaveToy", "libcardon"
  std::filesystem::path file;
  std::string checksum;  ///< SHA-256 of the file, as sha256sum prints it; empty: it cannot be read
  std::vector<std::string> compiled;  ///< see ElfFacts
};

/// The flesh and those of these thorns that are loaded, in this order, each with its lazy module,
/// "IOHDF5 (lazy)", whether or not that is loaded already.
std::vector<LoadedModule> loaded_modules(std::span<const std::string> thorns);

}  // namespace cardon
