// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <nlohmann/json.hpp>
#include <string>

#include "cardon/services/driver.hpp"
#include "cardon/services/tile_facts.hpp"

namespace cardon {

/// What the driver came to on this rank; nothing used and nothing timed if it never tiles.
TileFacts::Tiles tiles_of(Driver& driver);

/// "tiles: 8 steps, 128 rows, 5.2 MB (1.92 times as fast as plain sweeps)"; empty if nothing was
/// tiled or timed.
std::string tile_text(const TileFacts::Tiles& tiles);

/// The same for summary.json.
nlohmann::json tiles_json(const TileFacts::Tiles& tiles);

}  // namespace cardon
