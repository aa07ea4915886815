// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "parameters/units.hpp"

namespace cardon {

/// One unit by its symbol, with an SI prefix or without: "m", "hPa", "KiB".
std::optional<UnitScale> find_unit(std::string_view symbol);

}  // namespace cardon
