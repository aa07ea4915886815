// SPDX-License-Identifier: Apache-2.0
// The lines of the box at the start of a run and of the sentences at its end.
#pragma once
#include <string>
#include <vector>

#include "run/summary.hpp"
#include "startup/placed_run.hpp"

namespace cardon {

std::vector<std::string> start_lines(const PlacedRun& placed, const Driver& driver);
std::string closing_lines(const CheckedRun& run, const RunFigures& figures,
                          const std::string& folder);

}  // namespace cardon
