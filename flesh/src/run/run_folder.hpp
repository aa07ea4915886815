// SPDX-License-Identifier: Apache-2.0
// The folder a run writes to.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "cardon/services/transport.hpp"

namespace cardon {

/// Made by rank 0, known to all. Every file is written under a temporary name and renamed, so that
/// a reader never sees half of one.
class RunFolder {
 public:
  /// Throws Error (run/folder-in-use) if `wanted` already holds a run; makes nothing. Collective.
  static void require_unused(const std::filesystem::path& wanted, Transport& transport);
  /// `wanted` empty: runs/NAME/0001, 0002, ... with NAME from the parameter file's name.
  /// Collective. Throws Error (environment/folder) if it cannot be made, (run/folder-in-use) if it
  /// already holds a run.
  RunFolder(const std::filesystem::path& wanted, const std::string& name, Transport& transport);

  const std::filesystem::path& path() const { return path_; }
  /// Rank 0 writes a whole file; other ranks do nothing. Throws Error (environment/write).
  void write(const std::string& file, const std::string& text) const;

 private:
  std::filesystem::path path_;
  bool writes_ = true;
};

}  // namespace cardon
