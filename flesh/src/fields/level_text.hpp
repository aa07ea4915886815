// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <string_view>

namespace cardon {

/// "phi", "past(phi)", "past(phi, 2)", "next(phi)", "rhs(phi)"; levels as in FieldRef.
std::string level_text(std::string_view name, int level);

}  // namespace cardon
