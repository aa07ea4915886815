// SPDX-License-Identifier: Apache-2.0
#include "run/tile_line.hpp"

#include <fmt/format.h>

#include "console/screen.hpp"

namespace cardon {

TileFacts::Tiles tiles_of(Driver& driver) {
  const auto* facts = offered_by<TileFacts>(driver);
  return facts != nullptr ? facts->tiles() : TileFacts::Tiles{};
}

std::string tile_text(const TileFacts::Tiles& tiles) {
  if (!tiles.used)
    return tiles.gain > 0 ? fmt::format("tiles: none (in tiles {:.2f} times as fast)", tiles.gain)
                          : std::string();
  std::string text =
      fmt::format("tiles: {} tasks in {} step{}, {} rows, {}", tiles.tasks, tiles.steps,
                  tiles.steps > 1 ? "s" : "", tiles.rows, bytes_text(double(tiles.bytes)));
  if (tiles.gain > 0) text += fmt::format(" ({:.2f} times as fast as plain sweeps)", tiles.gain);
  return text;
}

nlohmann::json tiles_json(const TileFacts::Tiles& tiles) {
  return {{"used", tiles.used}, {"steps", tiles.steps}, {"tasks", tiles.tasks},
          {"rows", tiles.rows}, {"bytes", tiles.bytes}, {"gain", tiles.gain}};
}

}  // namespace cardon
