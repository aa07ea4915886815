// SPDX-License-Identifier: Apache-2.0
#include "checkpoint/piece_table.hpp"

#include <nlohmann/json.hpp>

#include "checkpoint/whole_number.hpp"

namespace cardon {

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

}  // namespace cardon
