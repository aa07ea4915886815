// SPDX-License-Identifier: Apache-2.0
#include "shuffle.hpp"

#include <algorithm>
#include <cardon/kit/codec/codec_option.hpp>

#include "words.hpp"

namespace cardon::filters {
namespace {

// Words at a time, so that they stay in the nearest cache while their bytes are taken one by one.
constexpr std::size_t tile = 512;

void shuffle(const std::byte* __restrict in, std::byte* __restrict out, std::size_t words) {
  for (std::size_t begin = 0; begin < words; begin += tile) {
    const std::size_t end = std::min(words, begin + tile);
    for (std::size_t b = 0; b < word_size; ++b)
      for (std::size_t i = begin; i < end; ++i) out[b * words + i] = in[i * word_size + b];
  }
}

void unshuffle(const std::byte* __restrict in, std::byte* __restrict out, std::size_t words) {
  for (std::size_t i = 0; i < words; ++i) {
    Word word = 0;
    for (std::size_t b = 0; b < word_size; ++b) word |= Word(in[b * words + i]) << (8 * b);
    store(out, i, word);
  }
}

}  // namespace

void Shuffle::open(const CodecSetup& setup) { require_no_option(setup, "shuffle"); }

std::size_t Shuffle::encode(std::span<const std::byte> in, std::span<std::byte> out) {
  return by_words(in, out, shuffle);
}

std::size_t Shuffle::decode(std::span<const std::byte> in, std::span<std::byte> out) {
  if (in.size() > out.size()) throw_damaged("shuffle", "it is too long");
  return by_words(in, out, unshuffle);
}

}  // namespace cardon::filters
