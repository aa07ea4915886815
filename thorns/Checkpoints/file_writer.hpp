// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/checkpoint_format.hpp>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace cardon {

/// One file of a checkpoint, with everything that goes into it.
struct FileJob {
  std::filesystem::path folder;  ///< made if it is not there
  std::string name;              ///< "a-0.h5"
  CheckpointHeader header;
  std::vector<CheckpointPiece> pieces;
  std::vector<int> fields;                         ///< of each piece: index into the manifest's
  std::vector<std::span<const std::byte>> values;  ///< of each piece
};

/// What became of it.
struct FileResult {
  std::uint64_t bytes = 0;  ///< of the file
  std::string checksum;     ///< of its table
  double seconds = 0;
  std::string failure;  ///< empty: the file is complete and on the disk
};

/// Writes a file and its table and flushes both. Never throws: a failure is a result.
FileResult write_file(CheckpointFormat& format, const FileJob& job) noexcept;

}  // namespace cardon
