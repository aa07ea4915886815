// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/thorn/box.hpp>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace cardon {

/// One level of a field.
struct StoredField {
  std::string name;  ///< "WaveToy::phi"
  int level = 0;     ///< as in plan::Slot
};

/// Points that lie in one file. The boxes of all blocks hold every point of Grid::extended() once.
struct StoredBlock {
  Box box;       ///< its points
  int file = 0;  ///< index into the files
};

/// One file of a checkpoint.
struct StoredFile {
  std::string name;         ///< "a-0.h5"
  std::string site;         ///< of the rank that wrote it
  std::uint64_t bytes = 0;  ///< its length
  std::string checksum;     ///< of its table, which has those of its pieces
  std::string host;         ///< where its writer ran
  std::string storage;      ///< the site on whose own storage it lies; empty: on that of rank 0
};

/// What of a checkpoint depends on the decomposition and on who writes which file.
struct CheckpointParts {
  std::vector<StoredField> fields;  ///< levels that nobody has keep their place, but no name
  std::vector<StoredBlock> blocks;  ///< of all ranks
  std::vector<StoredFile> files;    ///< complete and on the disk
  std::vector<std::byte> state;     ///< merged over all ranks
};

}  // namespace cardon
