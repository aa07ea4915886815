// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <map>
#include <string>

#include "scratch_folder.hpp"

namespace cardon {

/// What all files of a folder and those below it hold, by name.
inline std::map<std::string, std::string> files_below(const ScratchFolder& folder) {
  std::map<std::string, std::string> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder.path))
    if (entry.is_regular_file()) {
      const std::string name = std::filesystem::relative(entry.path(), folder.path).string();
      files[name] = folder.text(name);
    }
  return files;
}

}  // namespace cardon
