// SPDX-License-Identifier: Apache-2.0
// Small collectives at the end of a run.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "cardon/services/driver.hpp"

namespace cardon {

/// One number of every rank, in the order of ranks. Collective.
std::vector<double> gather_number(double mine, Transport& transport);

/// "Thorn::field" and its checksum for every evolved and auxiliary field at its current level.
/// Collective.
std::vector<std::pair<std::string, std::string>> field_checksums(const Program& program,
                                                                 Driver& driver,
                                                                 Transport& transport);

}  // namespace cardon
