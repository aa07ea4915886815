// SPDX-License-Identifier: Apache-2.0
// The lines of the box at the start of a run and of the sentences at its end.
#pragma once
#include <string>
#include <vector>

#include "run/summary.hpp"
#include "startup/setup.hpp"

namespace cardon {

std::vector<std::string> start_lines(const Setup& setup, const Transport& transport,
                                     const Driver& driver);
std::string closing_lines(const Setup& setup, const RunFigures& figures, const std::string& folder);

}  // namespace cardon
