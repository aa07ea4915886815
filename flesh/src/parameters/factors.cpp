// SPDX-License-Identifier: Apache-2.0
#include "parameters/factors.hpp"

#include <string_view>

namespace cardon {

std::vector<std::string> factors_of(const std::string& formula) {
  std::vector<std::string> factors(1);
  int depth = 0;
  for (const char c : formula) {
    if (c == '(') ++depth;
    if (c == ')') --depth;
    const bool outside = depth == 0;
    // Operators that bind no more tightly, and signs (of exponents as well: too careful there).
    if (outside && std::string_view("+-/<>=!&|?:,").find(c) != std::string_view::npos)
      return {formula};
    if (outside && c == '*')
      factors.emplace_back();
    else
      factors.back() += c;
  }
  return factors;
}

}  // namespace cardon
