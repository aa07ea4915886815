// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/checkpoint/checksummed_json.hpp>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace cardon {

/// Where the values of one block of one field lie in a file.
struct PieceEntry {
  int block = 0;             ///< index into CheckpointParts::blocks
  int field = 0;             ///< index into CheckpointParts::fields
  std::uint64_t offset = 0;  ///< of the first value, in bytes
  std::string checksum;      ///< of its values
};

/// What is in one file of a checkpoint; lies next to it. Every byte of the file belongs to a piece
/// or to the rest.
struct PieceTable {
  std::string file;                ///< its name
  long iteration = 0;              ///< of the checkpoint
  std::uint64_t bytes = 0;         ///< length of the file
  std::string rest;                ///< checksum of all bytes that belong to no piece
  std::vector<PieceEntry> pieces;  ///< in any order
};

/// As it lies on the disk.
std::string to_text(const PieceTable& table);
/// Undoes to_text. Throws CheckpointDamage, which calls the text `name`.
PieceTable piece_table(const std::string& text, const std::string& name);
/// The table of "a-0.h5" is "a-0.json".
std::string table_file(const std::string& file);

/// Bytes of a file.
struct ByteRange {
  std::uint64_t offset = 0;  ///< of the first
  std::uint64_t bytes = 0;   ///< how many
};
/// The checksum of all bytes of a file that lie outside of these ranges, in the order of offsets.
std::string rest_checksum(const std::filesystem::path& file, std::vector<ByteRange> pieces);

}  // namespace cardon
