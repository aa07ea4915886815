// SPDX-License-Identifier: Apache-2.0
// What storages hold of a checkpoint: sites may have storages of their own.
#pragma once
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "checkpoint/checkpoint_manifest.hpp"

namespace cardon {

/// Files by name, in bytes.
using FileSizes = std::map<std::string, std::uint64_t>;
/// Of checkpoints/it000200 and what is left of it000200.part.
FileSizes sizes_in(const std::filesystem::path& checkpoint);

/// What one storage has of a checkpoint.
struct SeenCheckpoint {
  std::string name;               ///< "it000200"
  std::string folder;             ///< "it000200", or "it000200.part" where there is only this
  std::string seal;               ///< checksum of the manifest; empty: there is no good one
  std::string damage;             ///< why not
  bool has_manifest = false;      ///< good or not; without it, it was never finished
  std::vector<StoredFile> files;  ///< by the manifest
  FileSizes sizes;                ///< of those that are here
  bool unreadable = false;        ///< the manifest is there, but is not given away
};

SeenCheckpoint see_checkpoint(const std::filesystem::path& checkpoint);
/// All in a folder `checkpoints`, the newest first.
std::vector<SeenCheckpoint> see_checkpoints(const std::filesystem::path& checkpoints);
/// For messages between ranks.
std::string to_text(const std::vector<SeenCheckpoint>& seen);
std::vector<SeenCheckpoint> seen_checkpoints(const std::string& text);

/// What is wrong with the files of a checkpoint, judged by what storages have; empty: nothing.
/// `alone`: it is one storage, and those of other sites are not looked at.
std::string damage_of(const std::vector<FileSizes>& storages, const std::vector<StoredFile>& files,
                      bool alone);

/// Which ranks see which files of a checkpoint.
struct FileVisibility {
  std::vector<int> view_of_rank;        ///< ranks of one view see the same; empty: all see all
  std::vector<std::vector<bool>> sees;  ///< by view, then by file of the manifest
  bool sees_file(int rank, std::size_t file) const {
    return view_of_rank.empty() || sees[std::size_t(view_of_rank[std::size_t(rank)])][file];
  }
};

}  // namespace cardon
