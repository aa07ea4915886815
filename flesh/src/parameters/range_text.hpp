// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/thorn/parameter_options.hpp>
#include <string>

namespace cardon {

/// "above 0", "at least 1", "from 1 to 4", "above 0 and below 1", with the unit; "" without bounds.
/// The bounds of int are not shown.
std::string range_text(const Range& range, const std::string& unit = "");

}  // namespace cardon
