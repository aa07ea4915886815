// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

namespace cardon {

/// 3 m 12 s, 45 s, 2 h 05 m.
std::string duration_text(double seconds);
/// 512 B, 3.4 MB (powers of ten).
std::string bytes_text(double bytes);

}  // namespace cardon
