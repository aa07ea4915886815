// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <limits>
#include <vector>

namespace cardon::test {

using Values = std::vector<double>;

inline constexpr double infinity = std::numeric_limits<double>::infinity();
inline constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

}  // namespace cardon::test
