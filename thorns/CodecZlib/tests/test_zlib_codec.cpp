// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <zlib.h>

#include <cardon/thorn/error.hpp>
#include <random>
#include <vector>

#include "byte_planes.hpp"
#include "zlib_codec.hpp"

namespace cardon {
namespace {

using Bytes = std::vector<std::byte>;

// Words of 8 bytes whose lower `noisy` bytes are noise; then three bytes that fill no word.
Bytes words(std::size_t count, std::size_t noisy) {
  std::mt19937 random(1);
  Bytes bytes(8 * count, std::byte(0));
  for (std::size_t i = 0; i < bytes.size(); ++i)
    if (i % 8 < noisy) bytes[i] = std::byte(random() % 256);
  for (int i = 0; i < 3; ++i) bytes.push_back(std::byte(i));
  return bytes;
}

ZlibCodec opened(const std::string& option, bool first) {
  ZlibCodec codec;
  codec.open({.option = option, .first = first});
  return codec;
}

Bytes encode(ZlibCodec& codec, const Bytes& in) {
  Bytes out(codec.bound(in.size()));
  out.resize(codec.encode(in, out));
  return out;
}

void expect_round_trip(ZlibCodec& codec, const Bytes& in) {
  const Bytes sent = encode(codec, in);
  Bytes out(in.size());
  EXPECT_EQ(codec.decode(sent, out), in.size());
  EXPECT_EQ(out, in);
}

TEST(BytePlanes, ThoseThatPay) {
  for (std::size_t noisy = 1; noisy < 8; ++noisy) {
    Bytes in = words(2000, noisy);
    in.resize(16000);
    EXPECT_EQ(planes_worth_compressing(in), Planes(255u << noisy)) << noisy;
  }
  EXPECT_EQ(planes_worth_compressing(Bytes(16000)), 0);
  EXPECT_EQ(planes_worth_compressing({}), 0);
}

TEST(BytePlanes, GatherAndSpread) {
  Bytes in = words(50, 8), out(400), back(400);
  in.resize(400);
  std::byte* end = gather(0b10000001, in, out.data());
  EXPECT_EQ(end - out.data(), 100);
  EXPECT_EQ(out[1], in[8]);
  EXPECT_EQ(out[50], in[7]);
  EXPECT_EQ(gather(0b01111110, in, end) - out.data(), 400);
  spread(0b01111110, spread(0b10000001, out.data(), back), back);
  EXPECT_EQ(back, in);
}

TEST(ZlibCodec, FirstOfAChainDeflatesTheWordsAsTheyAre) {
  constexpr std::size_t head = 9, rest = 3;
  ZlibCodec codec = opened("", true);
  const Bytes in = words(500, 2), all = encode(codec, in);
  EXPECT_EQ(Bytes(all.end() - rest, all.end()), Bytes(in.end() - rest, in.end()));
  const Bytes sent(all.begin() + head, all.end() - rest);
  Bytes out(in.size() - rest);
  z_stream stream{};
  ASSERT_EQ(inflateInit2(&stream, -15), Z_OK);
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(sent.data()));
  stream.avail_in = uInt(sent.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = uInt(out.size());
  EXPECT_EQ(::inflate(&stream, Z_FINISH), Z_STREAM_END);
  inflateEnd(&stream);
  EXPECT_EQ(out, Bytes(in.begin(), in.end() - rest));
}

TEST(ZlibCodec, BytesDoNotDependOnThePlaceOfWhoDecodes) {
  for (const bool first : {true, false}) {
    ZlibCodec writer = opened("1", first), reader = opened("6", !first);
    const Bytes in = words(2000, 3), sent = encode(writer, in);
    Bytes out(in.size());
    EXPECT_EQ(reader.decode(sent, out), in.size());
    EXPECT_EQ(out, in);
  }
}

TEST(ZlibCodec, NoisyBytesAreLeftAlone) {
  for (const std::size_t noisy : {0, 1, 3, 8}) {
    ZlibCodec codec = opened("1", false);
    const Bytes in = words(2000, noisy);
    expect_round_trip(codec, in);
    EXPECT_LT(encode(codec, in).size(), 2000 * noisy + 100) << noisy;
  }
}

TEST(ZlibCodec, HigherLevelsAreSmaller) {
  Bytes in;
  for (int i = 0; i < 20000; ++i) in.push_back(std::byte(i * i / 300 % 50));
  ZlibCodec fast = opened("1", true), best = opened("9", true);
  expect_round_trip(best, in);
  EXPECT_LT(encode(best, in).size(), encode(fast, in).size());
}

TEST(ZlibCodec, StreamsOfOtherLengthAreDamage) {
  ZlibCodec codec = opened("1", true);
  const Bytes sent = encode(codec, Bytes(100));
  Bytes small(99);
  EXPECT_THROW(codec.decode(sent, small), Error);
  Bytes longer = sent, out(200);
  longer.push_back(std::byte(0));
  EXPECT_THROW(codec.decode(longer, out), Error);
  EXPECT_EQ(codec.decode(sent, out), 100u);
}

}  // namespace
}  // namespace cardon
