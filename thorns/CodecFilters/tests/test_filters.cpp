// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cardon/thorn/error.hpp>
#include <limits>
#include <random>
#include <vector>

#include "bit_groups.hpp"
#include "bitpack.hpp"
#include "difference.hpp"
#include "shuffle.hpp"

namespace cardon::filters {
namespace {

using Words = std::vector<Word>;
using Bytes = std::vector<std::byte>;

Bytes bytes_of(const Words& words) {
  const auto bytes = std::as_bytes(std::span(words));
  return {bytes.begin(), bytes.end()};
}

Words words_of(const Bytes& bytes) {
  Words words(bytes.size() / word_size);
  std::memcpy(words.data(), bytes.data(), word_size * words.size());
  return words;
}

Bytes encode(Codec& codec, const Bytes& in) {
  Bytes out(codec.bound(in.size()));
  out.resize(codec.encode(in, out));
  return out;
}

Bytes decode(Codec& codec, const Bytes& in, std::size_t size) {
  Bytes out(size);
  out.resize(codec.decode(in, out));
  return out;
}

TEST(Words, OrderedIntegersKeepTheOrder) {
  const double values[] = {-std::numeric_limits<double>::infinity(),
                           -1e300,
                           -1.0,
                           -1e-310,
                           -0.0,
                           0.0,
                           1e-310,
                           1.0,
                           1e300,
                           std::numeric_limits<double>::infinity()};
  for (std::size_t i = 1; i < std::size(values); ++i) {
    const auto before = std::int64_t(ordered(std::bit_cast<Word>(values[i - 1])));
    const auto here = std::int64_t(ordered(std::bit_cast<Word>(values[i])));
    EXPECT_LT(before, here) << values[i];
    EXPECT_EQ(ordered(Word(here)), std::bit_cast<Word>(values[i]));
  }
}

TEST(Words, ZigzagMakesSmallWordsOfSmallDifferences) {
  EXPECT_EQ(zigzag(0), 0u);
  EXPECT_EQ(zigzag(Word(-1)), 1u);
  EXPECT_EQ(zigzag(1), 2u);
  EXPECT_EQ(zigzag(Word(1) << 63), ~Word(0));
  for (const Word word : {Word(0), Word(5), Word(-7), Word(1) << 63})
    EXPECT_EQ(from_zigzag(zigzag(word)), word);
}

TEST(BitGroups, EveryWidth) {
  std::mt19937_64 random(1);
  for (int width = 0; width <= 64; ++width) {
    Words words(group_words);
    for (Word& word : words) word = width == 0 ? 0 : random() >> (64 - width);
    const Bytes in = bytes_of(words);
    Bytes packed(packed_bytes(group_words, width) + 1, std::byte(0xab)), out(in.size());
    pack(width, in.data(), packed.data());
    EXPECT_EQ(packed.back(), std::byte(0xab)) << "more bytes than promised";
    unpack(width, packed.data(), out.data());
    EXPECT_EQ(out, in) << width;
  }
}

TEST(BitGroups, LowestBitsFirst) {
  Words words(group_words, 0);
  words[0] = 0b101;
  words[1] = 0b011;
  Bytes packed(packed_bytes(group_words, 3));
  pack(3, bytes_of(words).data(), packed.data());
  EXPECT_EQ(packed[0], std::byte(0b011101));
}

TEST(Bitpack, StoresWhatTheLargestNeeds) {
  Bitpack codec;
  // 32 words of 5 bits, 3 words of 0 bits, two bytes more.
  Words words(35, 17);
  for (std::size_t i = 32; i < 35; ++i) words[i] = 0;
  Bytes in = bytes_of(words);
  in.push_back(std::byte(1));
  in.push_back(std::byte(2));
  const Bytes out = encode(codec, in);
  EXPECT_EQ(out.size(), 4u + 1 + 20 + 1 + 2);
  EXPECT_EQ(decode(codec, out, in.size()), in);
}

TEST(Bitpack, NeverExceedsItsBound) {
  Bitpack codec;
  for (std::size_t size = 0; size < 600; ++size) {
    const Bytes in(size, std::byte(255));
    EXPECT_LE(encode(codec, in).size(), codec.bound(size));
    EXPECT_EQ(decode(codec, encode(codec, in), size), in);
  }
}

TEST(Shuffle, CollectsBytesOfOnePlace) {
  Shuffle codec;
  Bytes in = bytes_of({0x0807060504030201, 0x1817161514131211});
  in.push_back(std::byte(99));
  const Bytes out = encode(codec, in);
  EXPECT_EQ(out[0], std::byte(0x01));
  EXPECT_EQ(out[1], std::byte(0x11));
  EXPECT_EQ(out[14], std::byte(0x08));
  EXPECT_EQ(out[15], std::byte(0x18));
  EXPECT_EQ(out[16], std::byte(99));
  EXPECT_EQ(decode(codec, out, in.size()), in);
}

TEST(Difference, CountsDoublesApartOrTakesWords) {
  const Words in{std::bit_cast<Word>(1.0), std::bit_cast<Word>(1.0) + 3,
                 std::bit_cast<Word>(1.0) + 1};
  Difference first;
  first.open({});
  EXPECT_EQ(words_of(encode(first, bytes_of(in)))[1], 6u);
  EXPECT_EQ(words_of(encode(first, bytes_of(in)))[2], 3u);
  const Bytes zeros =
      encode(first, bytes_of({std::bit_cast<Word>(0.0), std::bit_cast<Word>(-0.0)}));
  EXPECT_EQ(words_of(zeros)[1], 1u) << "-0 is next to 0";
  Difference later;
  later.open({.first = false});
  EXPECT_EQ(words_of(encode(later, bytes_of({7, 5})))[1], 3u);
}

}  // namespace
}  // namespace cardon::filters
