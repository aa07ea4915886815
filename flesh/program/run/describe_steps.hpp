// SPDX-License-Identifier: Apache-2.0
// Time steps in words, for print-outs before a run.
#pragma once
#include <string>
#include <vector>

#include "startup/checked_run.hpp"

namespace cardon {

/// "dt = 0.01 s, 100 iterations to t = 1 s", or "adaptive steps to t = 1 s".
std::string time_line(const CheckedRun& run);
/// How adaptive steps are found, in a few lines; none for fixed ones.
std::vector<std::string> step_rule_lines(const CheckedRun& run);

}  // namespace cardon
