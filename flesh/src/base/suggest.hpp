// SPDX-License-Identifier: Apache-2.0
// "Did you mean ...?"
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace cardon {

/// Damerau's distance (optimal string alignment): insertions, deletions, replacements and swaps of
/// neighbours.
int edit_distance(std::string_view a, std::string_view b);

/// The candidates that `word` may have been meant to be, nearest first: distance at most 2, less
/// for short words; upper and lower case count as the same.
std::vector<std::string> suggest(std::string_view word, const std::vector<std::string>& candidates);

/// "did you mean speed?", "did you mean l1 or l2?" (equally near ones, at most three), or "" if
/// nothing is near.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace cardon
