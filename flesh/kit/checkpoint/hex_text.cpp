// SPDX-License-Identifier: Apache-2.0
#include "checkpoint/hex_text.hpp"

#include <algorithm>
#include <cardon/kit/checkpoint/checksummed_json.hpp>

namespace cardon {
namespace {

constexpr const char* hexadecimal = "0123456789abcdef";

int value_of(char digit) {
  const char* at = std::find(hexadecimal, hexadecimal + 16, digit);
  if (at == hexadecimal + 16) throw CheckpointDamage{"manifest.json holds no state of scalars"};
  return int(at - hexadecimal);
}

}  // namespace

std::string hex_text(std::span<const std::byte> bytes) {
  std::string text;
  for (const std::byte b : bytes) {
    text += hexadecimal[std::to_integer<unsigned>(b) >> 4];
    text += hexadecimal[std::to_integer<unsigned>(b) & 15];
  }
  return text;
}

std::vector<std::byte> bytes_of_hex(const std::string& text) {
  std::vector<std::byte> bytes;
  for (std::size_t n = 0; n + 1 < text.size(); n += 2)
    bytes.push_back(std::byte(value_of(text[n]) * 16 + value_of(text[n + 1])));
  return bytes;
}

}  // namespace cardon
