// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

namespace cardon {

/// The factors of a formula whose last operations are products: "2*sin(t) * (x + y)" has three. All
/// others have one, the formula itself; quotients count as others.
std::vector<std::string> factors_of(const std::string& formula);

}  // namespace cardon
