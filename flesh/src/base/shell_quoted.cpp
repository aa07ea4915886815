// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cardon/kit/shell_quoted.hpp>
#include <string_view>

#include "base/printable.hpp"

namespace cardon {
namespace {

bool is_plain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         std::string_view("_@%+=:,./-").find(c) != std::string_view::npos;
}

std::string in_bytes(const std::string& word) {
  std::string out = "$'";
  for (const char c : word)
    out += is_plain(c) || c == ' ' ? std::string(1, c)
                                   : fmt::format("\\{:03o}", static_cast<unsigned char>(c));
  return out + "'";
}

}  // namespace

std::string shell_quoted(const std::string& word) {
  if (!word.empty() && std::all_of(word.begin(), word.end(), is_plain)) return word;
  if (printable(word) != word) return in_bytes(word);
  std::string out = "'";
  for (const char c : word) out += c == '\'' ? "'\\''" : std::string(1, c);
  return out + "'";
}

}  // namespace cardon
