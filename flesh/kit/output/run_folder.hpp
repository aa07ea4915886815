// SPDX-License-Identifier: Apache-2.0
// The folder a run writes to.
#pragma once
#include <cardon/services/machine.hpp>
#include <cardon/services/transport.hpp>
#include <filesystem>
#include <string>
#include <vector>

#include "files/folder_lock.hpp"

namespace cardon {

/// Made by rank 0, known to all. A site that does not see it has a folder with the same path on a
/// storage of its own. Nobody else gets it as long as this lives. Every file is written under a
/// temporary name and renamed, so that a reader never sees half of one.
class RunFolder {
 public:
  /// Throws Error (run/folder-in-use) if `wanted` already holds a run or one is starting there;
  /// makes nothing. Collective.
  static void require_unused(const std::filesystem::path& wanted, Transport& transport);
  /// `wanted` empty: runs/NAME/0001, 0002, ... with NAME from the parameter file's name.
  /// Collective. Throws Error (environment/folder) if it cannot be made or a rank does not see it,
  /// (run/folder-in-use) if it already holds a run or one is starting there.
  RunFolder(const std::filesystem::path& wanted, const std::string& name,
            const std::vector<Site>& sites, Transport& transport);

  const std::filesystem::path& path() const { return path_; }
  /// By site: whether it sees the folder of rank 0.
  const std::vector<bool>& shared() const { return shared_; }
  /// Rank 0, and the first rank of a site with a storage of its own, write a whole file; other
  /// ranks do nothing. Throws Error (environment/write).
  void write(const std::string& file, const std::string& text) const;
  /// The same for what is written when all else is done: what does not fit on the storage of
  /// another site is left out there.
  void write_result(const std::string& file, const std::string& text) const;

 private:
  void share(const std::vector<Site>& sites, const std::string& token, Transport& transport);

  std::filesystem::path path_;
  std::vector<bool> shared_;
  int rank_ = 0;
  bool writes_ = true;
  FolderLock lock_;  // of who writes
};

}  // namespace cardon
