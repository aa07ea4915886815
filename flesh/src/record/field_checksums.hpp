// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "cardon/services/driver.hpp"

namespace cardon {

/// "Thorn::field" and its checksum for every evolved and auxiliary field at its current level.
/// Collective.
std::vector<std::pair<std::string, std::string>> field_checksums(const Program& program,
                                                                 Driver& driver,
                                                                 Transport& transport);

}  // namespace cardon
