// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace cardon {

/// A folder of its own that goes away with it.
struct ScratchFolder {
  ScratchFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "cardon-test-XXXXXX").string();
    path = mkdtemp(name.data());
  }
  ~ScratchFolder() { std::filesystem::remove_all(path); }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  /// What a file in it holds; "" if there is none.
  std::string text(const std::string& file) const {
    std::ifstream stream(path / file, std::ios::binary);
    std::stringstream text;
    text << stream.rdbuf();
    return text.str();
  }
  void write(const std::string& file, const std::string& text) const {
    std::filesystem::create_directories((path / file).parent_path());
    std::ofstream(path / file, std::ios::binary) << text;
  }

  std::filesystem::path path;
};

}  // namespace cardon
