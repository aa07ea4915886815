// SPDX-License-Identifier: Apache-2.0
#include "base/printable.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace cardon {
namespace {

unsigned byte(char c) { return static_cast<unsigned char>(c); }

// The bytes of the character at the start; 0 if it is not one of UTF-8.
std::size_t character_length(std::string_view text) {
  const unsigned first = byte(text[0]);
  if (first < 0x80) return 1;
  const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || length > text.size()) return 0;
  for (std::size_t i = 1; i < length; ++i)
    if ((byte(text[i]) & 0xC0) != 0x80) return 0;
  return length;
}

unsigned code_point(std::string_view character) {
  unsigned code = byte(character[0]) & (0xFFU >> (character.size() + 1));
  for (const char c : character.substr(1)) code = code << 6 | (byte(c) & 0x3F);
  return code;
}

std::string escape(std::string_view character) {
  switch (character[0]) {
    case '\n':
      return "\\n";
    case '\r':
      return "\\r";
    case '\t':
      return "\\t";
    default:
      break;
  }
  if (character.size() == 1) return fmt::format("\\x{:02x}", byte(character[0]));
  const unsigned code = code_point(character);
  return code < 0x10000 ? fmt::format("\\u{:04x}", code) : fmt::format("\\U{:08x}", code);
}

std::string escaped(std::string_view text, bool keep_lines) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    std::size_t length = printable_length(text);
    if (length > 0 || (keep_lines && text[0] == '\n')) {
      length = std::max<std::size_t>(length, 1);
      out += text.substr(0, length);
    } else {
      length = std::max<std::size_t>(character_length(text), 1);
      out += escape(text.substr(0, length));
    }
    text.remove_prefix(length);
  }
  return out;
}

}  // namespace

std::size_t printable_length(std::string_view text) {
  if (text.empty()) return 0;
  const unsigned first = byte(text[0]);
  if (first < 0x80) return first >= 0x20 && first != 0x7F ? 1 : 0;
  const std::size_t length = character_length(text);
  if (length == 0) return 0;
  // fmt knows the classes of Unicode: it writes in quotes as it is what is printable.
  return fmt::format("{:?}", text.substr(0, length)).size() == length + 2 ? length : 0;
}

std::string printable(std::string_view text) { return escaped(text, false); }

std::string printable_lines(std::string_view text) { return escaped(text, true); }

}  // namespace cardon
