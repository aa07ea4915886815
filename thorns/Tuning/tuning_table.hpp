// SPDX-License-Identifier: Apache-2.0
// tuning.tsv: one row per tuning window.
#pragma once
#include <cardon/tuning/tuning_window.hpp>
#include <string>
#include <vector>

namespace cardon {

/// Names of the columns: iteration (the last of the window), wall_s (since the first step), step_s
/// and step_error (s per step), efficiency, predicted_s, blocks, overlap, then for every wide link
/// depth, ratio (of the messages of both directions), latency (s) and bandwidth (byte/s), such as
/// depth:a-b.
std::string table_header(const std::vector<LinkEnds>& links);
/// `predicted`: s per step; 0: not predicted.
std::string table_row(const TuningWindow& window, double predicted);

}  // namespace cardon
