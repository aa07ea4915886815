// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cardon/thorn/error.hpp>
#include <vector>

#include "lz4_codec.hpp"

namespace cardon {
namespace {

using Bytes = std::vector<std::byte>;

Bytes encode(const Bytes& in) {
  Lz4Codec codec;
  codec.open({});
  Bytes out(codec.bound(in.size()));
  out.resize(codec.encode(in, out));
  return out;
}

TEST(Lz4Codec, RunsShrinkAndComeBack) {
  for (const std::size_t size : {0, 1, 7, 1000, 100000}) {
    const Bytes in(size, std::byte(42)), sent = encode(in);
    Bytes out(size);
    EXPECT_EQ(Lz4Codec().decode(sent, out), size);
    EXPECT_EQ(out, in);
    EXPECT_LT(sent.size(), size / 100 + 20);
  }
}

TEST(Lz4Codec, WhatDoesNotFitIsDamage) {
  const Bytes sent = encode(Bytes(100));
  Bytes small(99);
  EXPECT_THROW(Lz4Codec().decode(sent, small), Error);
  EXPECT_THROW(Lz4Codec().decode(Bytes(50, std::byte(200)), small), Error);
}

}  // namespace
}  // namespace cardon
