// SPDX-License-Identifier: Apache-2.0
// The lines of the box at the start of a run and of the sentences at its end.
#pragma once
#include <string>
#include <vector>

#include "run/setup.hpp"
#include "run/summary.hpp"

namespace cardon {

std::vector<std::string> start_lines(const Setup& setup, const Transport& transport,
                                     const Driver& driver);
std::string closing_lines(const Setup& setup, const RunFigures& figures, const std::string& folder);

/// Storage of the fields that the run uses on the rank that holds most points, ghost zones included
/// (estimate), in bytes.
double memory_per_rank(const Setup& setup, const Decomposition& decomposition, int depth);

}  // namespace cardon
