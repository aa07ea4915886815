// SPDX-License-Identifier: Apache-2.0
// Groups of 32 words, of which only the lower bits are stored.
#pragma once
#include "words.hpp"

namespace cardon::filters {

constexpr std::size_t group_words = 32;

/// Bits of the largest of `count` words.
int width_of(const std::byte* words, std::size_t count);
/// Bytes that `count` words of this width take.
constexpr std::size_t packed_bytes(std::size_t count, int width) {
  return (count * std::size_t(width) + 7) / 8;
}
/// Writes the lower `width` bits of 32 words, packed_bytes(32, width) bytes. Word i takes bits
/// i * width and following, lowest first.
void pack(int width, const std::byte* words, std::byte* out);
/// Undoes pack().
void unpack(int width, const std::byte* packed, std::byte* words);

}  // namespace cardon::filters
