// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "run_state.hpp"

namespace cardon {

/// The object that /api/v1/state answers; flesh/doc/live-page.md describes its keys.
nlohmann::ordered_json state_json(const RunState& state);

/// As one line. Text that is not UTF-8 is replaced.
std::string json_line(const nlohmann::ordered_json& json);

/// The same figures in the text format of Prometheus, version 0.0.4, with base units.
std::string metrics_text(const RunState& state);

}  // namespace cardon
