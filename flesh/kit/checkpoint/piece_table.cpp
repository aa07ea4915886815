// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cardon/kit/checkpoint/durable_file.hpp>
#include <cardon/kit/checkpoint/piece_table.hpp>
#include <cardon/kit/data_checksum.hpp>
#include <nlohmann/json.hpp>

#include "checkpoint/whole_number.hpp"

namespace cardon {
namespace {

// Of the bytes between pieces, which are few.
constexpr std::uint64_t piece_bytes = std::uint64_t{1} << 20;

void add_rest(DurableFile& file, std::uint64_t from, std::uint64_t to, DataChecksum& checksum) {
  std::vector<std::byte> bytes;
  while (from < to) {
    bytes.resize(std::size_t(std::min(to - from, piece_bytes)));
    file.read(from, bytes);
    checksum.add(bytes);
    from += bytes.size();
  }
}

}  // namespace

std::string to_text(const PieceTable& table) {
  nlohmann::json pieces = nlohmann::json::array();
  for (const PieceEntry& p : table.pieces)
    pieces.push_back({p.block, p.field, p.offset, p.checksum});
  return seal({{"file", table.file},
               {"iteration", table.iteration},
               {"bytes", table.bytes},
               {"rest", table.rest},
               {"pieces: block, field, offset, checksum", pieces}});
}

PieceTable piece_table(const std::string& text, const std::string& name) try {
  const nlohmann::json json = unseal(text, name);
  PieceTable table;
  table.file = json.at("file");
  table.iteration = whole_number<long>(json.at("iteration"), name);
  table.bytes = whole_number<std::uint64_t>(json.at("bytes"), name);
  table.rest = json.at("rest");
  for (const nlohmann::json& p : json.at("pieces: block, field, offset, checksum"))
    table.pieces.push_back({whole_number<int>(p.at(0), name), whole_number<int>(p.at(1), name),
                            whole_number<std::uint64_t>(p.at(2), name), p.at(3)});
  return table;
} catch (const nlohmann::json::exception&) {
  throw CheckpointDamage{name + " is not a table of a checkpoint"};
}

std::string table_file(const std::string& file) {
  return std::filesystem::path(file).replace_extension(".json").string();
}

std::string rest_checksum(const std::filesystem::path& path, std::vector<ByteRange> pieces) {
  std::sort(pieces.begin(), pieces.end(),
            [](const ByteRange& a, const ByteRange& b) { return a.offset < b.offset; });
  DurableFile file(path, DurableFile::for_reading);
  DataChecksum checksum;
  std::uint64_t at = 0;
  for (const ByteRange& piece : pieces) {
    add_rest(file, at, piece.offset, checksum);
    at = std::max(at, piece.offset + piece.bytes);
  }
  add_rest(file, at, file.size(), checksum);
  return checksum.hex();
}

}  // namespace cardon
