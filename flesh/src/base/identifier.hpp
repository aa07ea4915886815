// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string_view>

namespace cardon {

/// Letters, digits and underscores, no digit first.
bool is_identifier(std::string_view name);

}  // namespace cardon
