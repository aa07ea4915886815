// SPDX-License-Identifier: Apache-2.0
// What a driver chose by measurement on this rank: prefetching and tiles.
#pragma once
#include <cardon/services/driver.hpp>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace cardon {

/// For the screen: "prefetch: on for A::b (1.12 times as fast as without), off for A::c (0.93)" and
/// "tiles: 8 tasks in 8 steps, 128 rows, 5.2 MB (1.92 times as fast as plain sweeps)"; none where
/// nothing was timed and no tiles were used.
std::vector<std::string> choice_lines(Driver& driver);

/// The same for summary.json: `prefetch` by task, `tiles`.
void add_choices(Driver& driver, nlohmann::json& summary);

}  // namespace cardon
