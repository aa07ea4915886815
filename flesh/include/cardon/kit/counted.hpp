// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <fmt/format.h>

#include <concepts>
#include <string>
#include <string_view>

namespace cardon {

/// "1 rank", "3 ranks": a number and a noun whose plural ends in s.
template <std::integral Number>
std::string counted(Number number, std::string_view noun) {
  return fmt::format("{} {}{}", number, noun, number == 1 ? "" : "s");
}
/// "1 value", "2.5 values"
inline std::string counted(double number, std::string_view noun) {
  return fmt::format("{:.4g} {}{}", number, noun, number == 1 ? "" : "s");
}

}  // namespace cardon
