// SPDX-License-Identifier: Apache-2.0
// The name of a function, for tasks that are named like theirs.
#pragma once
#include <string_view>

namespace cardon::detail {

/// "wave_rhs" of the function ns::wave_rhs<4>: what all compilers print alike.
template <auto function>
constexpr std::string_view name_of() {
  std::string_view text = __PRETTY_FUNCTION__;
  text.remove_prefix(text.find("function = ") + 11);
  text = text.substr(0, text.find_first_of(";]"));
  if (text.front() == '&') text.remove_prefix(1);
  const std::size_t angle = text.find('<');
  const std::string_view head = text.substr(0, angle);
  const std::size_t colon = head.rfind("::");
  return colon == std::string_view::npos ? head : head.substr(colon + 2);
}

}  // namespace cardon::detail
