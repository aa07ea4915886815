// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cardon/thorn/error.hpp>
#include <cmath>
#include <limits>
#include <vector>

#include "zfp_codec.hpp"

namespace cardon {
namespace {

using Values = std::vector<double>;
using Bytes = std::vector<std::byte>;

Values wave(double scale) {
  Values values;
  for (int i = 0; i < 2000; ++i) values.push_back(scale * std::sin(0.1 * i));
  return values;
}

struct Result {
  std::size_t sent;
  double error;
};

Result through(const std::string& bound, const Values& values) {
  ZfpCodec codec;
  codec.open({.option = bound, .rows = {{50, 30}, {5, 100}}});
  const auto in = std::as_bytes(std::span(values));
  Bytes sent(codec.bound(in.size()));
  sent.resize(codec.encode(in, sent));
  Values out(values.size());
  EXPECT_EQ(codec.decode(sent, std::as_writable_bytes(std::span(out))), in.size());
  double error = 0;
  for (std::size_t i = 0; i < out.size(); ++i)
    if (!(out[i] == values[i])) error = std::max(error, std::abs(out[i] - values[i]));
  return {sent.size(), error};
}

TEST(ZfpCodec, TheErrorFollowsTheBound) {
  std::size_t before = 16001;
  for (const char* bound : {"1e-13", "1e-9", "1e-6", "1e-3"}) {
    const Result result = through(bound, wave(1));
    EXPECT_LE(result.error, std::stod(bound));
    EXPECT_GT(result.error, 0.01 * std::stod(bound));
    EXPECT_LT(result.sent, before);
    before = result.sent;
  }
}

TEST(ZfpCodec, BeyondItsPrecisionNothingIsLost) {
  EXPECT_EQ(through("1e-6", wave(1e10)).error, 0);
  EXPECT_EQ(through("1e-6", wave(1e10)).sent, 16001u);
  Values values = wave(1);
  values[77] = std::numeric_limits<double>::infinity();
  EXPECT_EQ(through("1e-6", values).error, 0);
  EXPECT_EQ(through("1e-6", values).sent, 16001u);
}

TEST(ZfpCodec, IsMarkedAndNeedsABound) {
  ZfpCodec codec;
  EXPECT_FALSE(codec.lossless());
  EXPECT_THROW(codec.open({}), Error);
  EXPECT_THROW(codec.open({.option = "1e-6", .first = false}), Error);
}

}  // namespace
}  // namespace cardon
