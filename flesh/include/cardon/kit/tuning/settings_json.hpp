// SPDX-License-Identifier: Apache-2.0
// Settings of a driver as JSON: in messages between ranks, decisions.jsonl and tuning.json.
#pragma once
#include <cardon/tuning/driver_settings.hpp>
#include <nlohmann/json_fwd.hpp>
#include <vector>

namespace cardon {

/// {"links": {"a-b": {"depth": 4, "codecs": {"a to b": ["extrapolate", "zlib-1"], "b to a": []},
/// "packing": 2.5}}, "overlap": true, "blocks_per_rank": 4, "speeds": [1, 2]}; "packing" and
/// "speeds" only where the machine file is overruled.
nlohmann::json settings_json(const DriverSettings& settings, const std::vector<LinkEnds>& links);

/// Undoes settings_json. Throws nlohmann::json::exception if something is
/// missing or of another kind.
DriverSettings settings_from_json(const nlohmann::json& json, const std::vector<LinkEnds>& links);

/// ["extrapolate", "zlib-1"]; an empty chain is [].
nlohmann::json chain_json(const CodecNames& chain);
/// Undoes chain_json. Throws as settings_from_json.
CodecNames chain_from_json(const nlohmann::json& json);

}  // namespace cardon
