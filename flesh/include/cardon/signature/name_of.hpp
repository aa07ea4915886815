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
  while (text.back() == '>') {
    int open = 0;
    std::size_t at = text.size();
    do {
      --at;
      open += text[at] == '>' ? 1 : text[at] == '<' ? -1 : 0;
    } while (open > 0);
    text = text.substr(0, at);
  }
  const std::size_t colon = text.rfind("::");
  return colon == std::string_view::npos ? text : text.substr(colon + 2);
}

}  // namespace cardon::detail
