// SPDX-License-Identifier: Apache-2.0
// What is written about windows, as JSON.
#pragma once
#include <cardon/tuning/tuning_window.hpp>
#include <nlohmann/json_fwd.hpp>
#include <vector>

namespace cardon {

/// null where it is not known.
nlohmann::json estimate_json(const Estimate& estimate);
/// What was measured in a window: steps, seconds_per_step, efficiency, imbalance, links by name.
nlohmann::json window_json(const TuningWindow& window, const std::vector<LinkEnds>& links);

}  // namespace cardon
