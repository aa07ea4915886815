// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/field_access.hpp>
#include <cardon/services/program.hpp>
#include <cardon/services/transport.hpp>
#include <string>
#include <utility>
#include <vector>

namespace cardon {

/// "Thorn::field" and its checksum for every evolved and auxiliary field at its current level.
/// Collective.
std::vector<std::pair<std::string, std::string>> field_checksums(const Program& program,
                                                                 FieldAccess& access,
                                                                 Transport& transport);

}  // namespace cardon
