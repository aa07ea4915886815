// SPDX-License-Identifier: Apache-2.0
// How bins, levels and radii are called in messages and lists.
#pragma once
#include <cardon/services/program.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "fields/level_text.hpp"

namespace cardon {

/// "Initial", "EvolveRhs", ...
const char* bin_name(Bin bin);
/// As the thorn writes it: "past(phi)".
std::string declared_text(const Binding& binding);
/// "2", or "1, 0, 2" where the directions differ; only those that the grid has.
std::string radius_text(const Index3& radius, int dimensions);
bool is_stencil(const Index3& radius);
/// "a, b and c"
std::string joined(const std::vector<std::string>& items);
/// "x-", "z+"
std::string face_name(int direction, int side);

}  // namespace cardon
