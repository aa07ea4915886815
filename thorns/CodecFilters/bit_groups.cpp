// SPDX-License-Identifier: Apache-2.0
#include "bit_groups.hpp"

#include <array>
#include <utility>

namespace cardon::filters {
namespace {

// One function per width: every shift is known, nothing branches.
template <int width>
void pack_width(const std::byte* __restrict words, std::byte* __restrict out) {
  Word gathered = 0;
  std::size_t full = 0;
#pragma GCC unroll 32
  for (int i = 0; i < int(group_words); ++i) {
    const int begin = i * width % 64, end = begin + width;
    const Word word = load(words, std::size_t(i));
    gathered |= word << begin;
    if (end >= 64) {
      store(out, full++, gathered);
      gathered = end > 64 ? word >> (64 - begin) % 64 : 0;
    }
  }
  if constexpr (width % 2 != 0) std::memcpy(out + word_size * full, &gathered, word_size / 2);
}

template <>
void pack_width<0>(const std::byte*, std::byte*) {}

template <int width>
void unpack_width(const std::byte* __restrict packed, std::byte* __restrict words) {
  constexpr std::size_t bytes = packed_bytes(group_words, width);
  constexpr Word mask = ~Word(0) >> (64 - width);
  Word in[bytes / word_size + 1] = {};
  std::memcpy(in, packed, bytes);
#pragma GCC unroll 32
  for (int i = 0; i < int(group_words); ++i) {
    const int first = i * width / 64, begin = i * width % 64;
    Word word = in[first] >> begin;
    if (begin + width > 64) word |= in[first + 1] << (64 - begin) % 64;
    store(words, std::size_t(i), word & mask);
  }
}

template <>
void unpack_width<0>(const std::byte*, std::byte* words) {
  std::memset(words, 0, word_size * group_words);
}

using Function = void (*)(const std::byte*, std::byte*);

template <int... width>
constexpr std::array<Function, 65> pack_table(std::integer_sequence<int, width...>) {
  return {pack_width<width>...};
}

template <int... width>
constexpr std::array<Function, 65> unpack_table(std::integer_sequence<int, width...>) {
  return {unpack_width<width>...};
}

constexpr auto widths = std::make_integer_sequence<int, 65>();
constexpr std::array<Function, 65> packers = pack_table(widths);
constexpr std::array<Function, 65> unpackers = unpack_table(widths);

}  // namespace

int width_of(const std::byte* words, std::size_t count) {
  Word all = 0;
  for (std::size_t i = 0; i < count; ++i) all |= load(words, i);
  return std::bit_width(all);
}

void pack(int width, const std::byte* words, std::byte* out) {
  packers[std::size_t(width)](words, out);
}

void unpack(int width, const std::byte* packed, std::byte* words) {
  unpackers[std::size_t(width)](packed, words);
}

}  // namespace cardon::filters
