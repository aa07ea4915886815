// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cardon/kit/codec/piece_reader.hpp>
#include <cardon/kit/codec/piece_writer.hpp>
#include <cmath>
#include <cstring>
#include <random>

#include "codec_cases.hpp"

namespace cardon::codec_test {
namespace {

// Both ends of a stream; one byte off every alignment, as nobody promises one.
class Stream {
 public:
  Stream(const Names& names, const std::vector<CodecRows>& rows)
      : writer_(chain(names, rows)), reader_(chain(names, rows), "from rank 1") {}

  /// The values that arrive; `sent` is the length of the message.
  Values pass(const Values& values) {
    const std::size_t bytes = 8 * values.size();
    std::vector<std::byte> raw(1 + bytes), message(1 + PieceHeader::size + bytes), back(1 + bytes);
    if (bytes > 0) std::memcpy(raw.data() + 1, values.data(), bytes);
    sent = writer_.write(std::span(raw).subspan(1), number_, 2, std::span(message).subspan(1));
    reader_.read(std::span(message).subspan(1), number_++, 2, std::span(back).subspan(1));
    Values result(values.size());
    if (bytes > 0) std::memcpy(result.data(), back.data() + 1, bytes);
    return result;
  }
  std::size_t sent = 0;

 private:
  PieceWriter writer_;
  PieceReader reader_;
  std::uint32_t number_ = 0;
};

bool same_bits(const Values& a, const Values& b) {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), 8 * a.size()) == 0);
}

class RoundTrip : public testing::TestWithParam<Names> {};

TEST_P(RoundTrip, EveryKindOfDataInEveryLayout) {
  for (const auto& rows : layouts()) {
    for (const Kind kind : kinds) {
      Stream stream(GetParam(), rows);
      for (int step = 0; step < 12; ++step) {
        const Values values = message(kind, rows, step);
        ASSERT_TRUE(same_bits(stream.pass(values), values)) << int(kind) << " at " << step;
        EXPECT_LE(stream.sent, PieceHeader::size + 8 * values.size());
      }
    }
  }
}

// Compressed messages and such that travel as they are, in long runs and in turns.
TEST_P(RoundTrip, LongHistoryOfMixedMessages) {
  for (const auto& rows : {layouts()[0], layouts()[1], layouts()[3]}) {
    Stream stream(GetParam(), rows);
    std::mt19937 random(7);
    for (int step = 0; step < 150; ++step) {
      const bool in_turns = step > 100;
      const Kind kind = in_turns             ? kinds[random() % 6]
                        : step / 25 % 2 == 0 ? Kind::smooth
                                             : kinds[4];
      const Values values = message(kind, rows, step);
      ASSERT_TRUE(same_bits(stream.pass(values), values)) << step;
    }
  }
}

std::string name_of(const testing::TestParamInfo<Names>& info) {
  std::string name;
  for (const std::string& codec : info.param) name += (name.empty() ? "" : "_") + codec;
  for (char& c : name)
    if (c == '-') c = '_';
  return name;
}

INSTANTIATE_TEST_SUITE_P(Chains, RoundTrip, testing::ValuesIn(lossless_chains()), name_of);

TEST(Extrapolate, SmoothDataShrinkFourfold) {
  for (const std::size_t layout : {0, 1, 2}) {
    const auto rows = layouts()[layout];
    Stream stream({"extrapolate", "bitpack"}, rows);
    for (int step = 0; step < 20; ++step) stream.pass(message(Kind::smooth, rows, step));
    EXPECT_LT(4 * stream.sent, 8 * values_in(rows)) << layout;
  }
}

TEST(Extrapolate, RawMessagesAreRemembered) {
  const auto rows = layouts()[0];
  Stream stream({"extrapolate", "bitpack"}, rows);
  std::mt19937_64 random(1);
  Values values(values_in(rows));
  for (double& value : values) value = std::ldexp(double(random()), int(random() % 2000) - 1060);
  for (std::size_t i = 0; i < values.size(); i += 2) values[i] = -values[i];
  stream.pass(values);
  EXPECT_EQ(stream.sent, PieceHeader::size + 8 * values.size());
  EXPECT_TRUE(same_bits(stream.pass(values), values));
  EXPECT_LT(2 * stream.sent, 8 * values.size());
}

TEST(Zfp, KeepsItsBound) {
  for (const auto& rows : layouts()) {
    for (const double scale : {1e-12, 1.0, 1e6, 1e12, 1e20}) {
      for (const char* bound : {"1e-6", "0.3", "1e-13"}) {
        Stream stream({std::string("zfp-") + bound}, rows);
        Values values = message(Kind::noise, rows, 3);
        for (double& value : values) value *= scale;
        const Values back = stream.pass(values);
        for (std::size_t i = 0; i < values.size(); ++i)
          ASSERT_LE(std::abs(back[i] - values[i]), std::stod(bound)) << scale;
      }
    }
  }
}

TEST(Zfp, LosesOnlyWhereItGains) {
  const auto rows = layouts()[0];
  Stream stream({"zfp-1e-6", "zlib-1"}, rows);
  const Values smooth = message(Kind::smooth, rows, 0), special = message(Kind::special, rows, 0);
  EXPECT_FALSE(same_bits(stream.pass(smooth), smooth));
  EXPECT_LT(3 * stream.sent, 8 * smooth.size());
  EXPECT_TRUE(same_bits(stream.pass(special), special));
}

}  // namespace
}  // namespace cardon::codec_test
