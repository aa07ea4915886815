// SPDX-License-Identifier: Apache-2.0
// Words of 8 bytes in buffers of any alignment, and doubles as integers of the same order.
#pragma once
#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace cardon::filters {

using Word = std::uint64_t;
constexpr std::size_t word_size = sizeof(Word);

inline Word load(const std::byte* bytes, std::size_t i) {
  Word word;
  std::memcpy(&word, bytes + word_size * i, word_size);
  return word;
}

inline void store(std::byte* bytes, std::size_t i, Word word) {
  std::memcpy(bytes + word_size * i, &word, word_size);
}

inline double load_double(const std::byte* bytes, std::size_t i) {
  return std::bit_cast<double>(load(bytes, i));
}

/// The bits of a double as a signed integer that grows with its value. Its own inverse.
inline Word ordered(Word bits) {
  return bits ^ (Word(std::int64_t(bits) >> 63) & 0x7fffffffffffffffu);
}

/// Small differences of both signs as small words: 0, -1, 1, -2, ... become 0, 1, 2, 3, ...
inline Word zigzag(Word difference) {
  return (difference << 1) ^ Word(std::int64_t(difference) >> 63);
}

inline Word from_zigzag(Word word) { return (word >> 1) ^ (0 - (word & 1)); }

/// Writes what a filter makes of all whole words, `apply(in, out, words)`, and after it the bytes
/// that are left as they are. Returns their number.
template <class Apply>
std::size_t by_words(std::span<const std::byte> in, std::span<std::byte> out, const Apply& apply) {
  const std::size_t words = in.size() / word_size;
  apply(in.data(), out.data(), words);
  const auto rest = std::ptrdiff_t(words * word_size);
  std::copy(in.begin() + rest, in.end(), out.begin() + rest);
  return in.size();
}

}  // namespace cardon::filters
