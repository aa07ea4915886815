// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "checkpoint/checksummed_json.hpp"

namespace cardon {

/// Where the values of one block of one field lie in a file.
struct PieceEntry {
  int block = 0;  ///< index into CheckpointManifest::blocks
  int field = 0;  ///< index into CheckpointManifest::fields
  std::uint64_t offset = 0;
  std::string checksum;
};

/// What is in one file of a checkpoint; lies next to it. Every byte of the file belongs to a piece
/// or to the rest.
struct PieceTable {
  std::string file;
  long iteration = 0;
  std::uint64_t bytes = 0;
  std::string rest;  ///< checksum of all bytes that belong to no piece
  std::vector<PieceEntry> pieces;
};

std::string to_text(const PieceTable& table);
/// Throws CheckpointDamage.
PieceTable piece_table(const std::string& text, const std::string& name);

}  // namespace cardon
