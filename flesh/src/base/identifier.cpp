// SPDX-License-Identifier: Apache-2.0
#include "base/identifier.hpp"

#include <algorithm>
#include <cctype>

namespace cardon {

bool is_identifier(std::string_view name) {
  if (name.empty() || std::isdigit(static_cast<unsigned char>(name[0]))) return false;
  return std::all_of(name.begin(), name.end(), [](char c) {
    return c == '_' || std::isalnum(static_cast<unsigned char>(c));
  });
}

}  // namespace cardon
