// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdlib>
#include <string_view>

namespace cardon {

/// Whether CARDON_LONG_TESTS asks for all cases instead of a covering part of them.
inline bool long_version() {
  const char* const value = std::getenv("CARDON_LONG_TESTS");
  return value != nullptr && std::string_view(value) != "" && std::string_view(value) != "0";
}

}  // namespace cardon
