// SPDX-License-Identifier: Apache-2.0
// Timings as they travel between ranks.
#pragma once
#include <cardon/services/timings.hpp>
#include <nlohmann/json_fwd.hpp>

namespace cardon {

/// Without names of members, for messages.
nlohmann::json timings_json(const Timings& timings);
/// Throws nlohmann::json::exception if it is something else.
Timings timings_from_json(const nlohmann::json& j);

}  // namespace cardon
