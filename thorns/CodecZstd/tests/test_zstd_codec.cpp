// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cardon/thorn/error.hpp>
#include <vector>

#include "zstd_codec.hpp"

namespace cardon {
namespace {

using Bytes = std::vector<std::byte>;

Bytes encode(const std::string& option, const Bytes& in) {
  ZstdCodec codec;
  codec.open({.option = option});
  Bytes out(codec.bound(in.size()));
  out.resize(codec.encode(in, out));
  return out;
}

TEST(ZstdCodec, RunsShrinkAndComeBack) {
  for (const std::size_t size : {0, 1, 7, 1000, 100000}) {
    const Bytes in(size, std::byte(42)), sent = encode("", in);
    Bytes out(size);
    EXPECT_EQ(ZstdCodec().decode(sent, out), size);
    EXPECT_EQ(out, in);
    EXPECT_LT(sent.size(), size / 100 + 20);
  }
}

TEST(ZstdCodec, HigherLevelsAreSmaller) {
  Bytes in;
  for (int i = 0; i < 20000; ++i) in.push_back(std::byte(i * i / 300 % 50));
  EXPECT_LT(encode("19", in).size(), encode("1", in).size());
  EXPECT_EQ(encode("", in), encode("1", in));
}

TEST(ZstdCodec, WhatDoesNotFitIsDamage) {
  const Bytes sent = encode("", Bytes(100));
  Bytes small(99);
  EXPECT_THROW(ZstdCodec().decode(sent, small), Error);
  EXPECT_THROW(ZstdCodec().decode(Bytes(50, std::byte(200)), small), Error);
}

}  // namespace
}  // namespace cardon
