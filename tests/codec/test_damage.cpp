// SPDX-License-Identifier: Apache-2.0
// Codecs meet bytes that they did not make: they may refuse them or make values of them, but
// neither read nor write elsewhere (build with -fsanitize=address,undefined to see that).
#include <gtest/gtest.h>

#include <random>

#include "codec_cases.hpp"

namespace cardon::codec_test {
namespace {

using Bytes = std::vector<std::byte>;

class Damage : public testing::TestWithParam<Names> {
 protected:
  // A chain that knows a few messages, and the next message, encoded.
  void prepare(const std::vector<CodecRows>& rows, Kind kind) {
    chain_ = chain(GetParam(), rows);
    for (int step = 0; step < 9; ++step) chain_.remember(bytes_of(message(kind, rows, step)));
    const auto encoded = chain_.encode(bytes_of(message(kind, rows, 9)));
    good_.assign(encoded.begin(), encoded.end());
    // No longer than needed, so that a sanitizer sees the first byte beyond.
    out_ = Bytes(8 * values_in(rows));
    out_.shrink_to_fit();
  }
  bool decodes(const Bytes& sent) {
    const Bytes exact(sent);
    try {
      chain_.decode(exact, out_);
    } catch (const Error& error) {
      EXPECT_EQ(error.problems()[0].slug, "codec/damaged");
      return false;
    }
    return true;
  }
  static Bytes bytes_of(const Values& values) {
    const auto bytes = std::as_bytes(std::span(values));
    return {bytes.begin(), bytes.end()};
  }

  CodecChain chain_;
  Bytes good_, out_;
};

TEST_P(Damage, ChangedBytes) {
  for (const auto& rows : layouts()) {
    for (const Kind kind : {Kind::smooth, Kind::shock}) {
      prepare(rows, kind);
      EXPECT_TRUE(decodes(good_));
      std::mt19937 random(3);
      for (int trial = 0; trial < 200 && !good_.empty(); ++trial) {
        Bytes bad = good_;
        for (unsigned change = 0; change <= random() % 4; ++change)
          bad[random() % std::min<std::size_t>(bad.size(), trial % 2 == 0 ? 16 : bad.size())] =
              std::byte(random() % 256);
        decodes(bad);
      }
    }
  }
}

TEST_P(Damage, CutAndLengthened) {
  for (const auto& rows : layouts()) {
    prepare(rows, Kind::smooth);
    if (values_in(rows) == 0) continue;
    Bytes longer = good_;
    longer.push_back(std::byte(0));
    EXPECT_FALSE(decodes(longer));
    const std::size_t step = 1 + good_.size() / 100;
    for (std::size_t size = 0; size < good_.size(); size += step)
      EXPECT_FALSE(decodes(Bytes(good_.begin(), good_.begin() + std::ptrdiff_t(size)))) << size;
  }
}

TEST_P(Damage, RandomBytes) {
  std::mt19937 random(5);
  for (const auto& rows : layouts()) {
    prepare(rows, Kind::smooth);
    for (int trial = 0; trial < 300; ++trial) {
      Bytes bad(trial % 3 == 0 ? good_.size() : random() % (2 * out_.size() + 40));
      for (std::byte& byte : bad) byte = std::byte(random() % (trial % 2 == 0 ? 256 : 9));
      decodes(bad);
    }
  }
}

std::vector<Names> chains() {
  std::vector<Names> all = lossless_chains();
  all.push_back({"zfp-1e-6"});
  all.push_back({"zfp-1e-6", "zstd"});
  return all;
}

std::string numbered_name(const testing::TestParamInfo<Names>& info) {
  std::string name = std::to_string(info.index);
  for (const std::string& codec : info.param) name += "_" + codec.substr(0, codec.find('-'));
  return name;
}

INSTANTIATE_TEST_SUITE_P(Chains, Damage, testing::ValuesIn(chains()), numbered_name);

}  // namespace
}  // namespace cardon::codec_test
