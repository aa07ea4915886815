// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cardon/thorn/error.hpp>
#include <vector>

#include "extrapolate.hpp"
#include "words.hpp"

namespace cardon::filters {
namespace {

using Values = std::vector<double>;
using Bytes = std::vector<std::byte>;

Bytes bytes_of_values(const Values& values) {
  const auto bytes = std::as_bytes(std::span(values));
  return {bytes.begin(), bytes.end()};
}

Extrapolate opened(const std::vector<CodecRows>& rows) {
  Extrapolate codec;
  codec.open({.rows = rows});
  return codec;
}

Bytes encode(Extrapolate& codec, const Values& values) {
  const Bytes in = bytes_of_values(values);
  Bytes out(codec.bound(in.size()));
  out.resize(codec.encode(in, out));
  return out;
}

// Integers below 2^53, so that polynomials are met without rounding.
Values polynomial(int length, int count, int step, int degree_in_time, int degree_in_rows) {
  Values values;
  for (int y = 0; y < count; ++y) {
    for (int x = 0; x < length; ++x) {
      double t = 1, r = 1;
      for (int i = 0; i < degree_in_time; ++i) t *= step + i + x % 3;
      for (int i = 0; i < degree_in_rows; ++i) r *= y + i + 1;
      values.push_back(t + (1 + step % 2) * r);
    }
  }
  return values;
}

Word largest(const Bytes& encoded, std::size_t from, std::size_t to) {
  Word largest = 0;
  for (std::size_t i = from; i < to; ++i) largest = std::max(largest, load(encoded.data(), i));
  return largest;
}

TEST(Extrapolate, MeetsPolynomialsInTime) {
  for (int degree = 0; degree < 8; ++degree) {
    Extrapolate codec = opened({{20, 10}});
    Bytes out;
    for (int step = 0; step < 12; ++step) {
      Values values = polynomial(20, 10, step, degree, 0);
      for (double& value : values) value -= step % 2;
      out = encode(codec, values);
      codec.remember(bytes_of_values(values));
    }
    EXPECT_EQ(largest(out, 0, 200), 0u) << degree;
  }
}

TEST(Extrapolate, MeetsPolynomialsAlongRows) {
  for (const int length : {1, 3, 20}) {
    for (int degree = 0; degree < 8; ++degree) {
      Extrapolate codec = opened({{length, 40}});
      const Values values = polynomial(length, 40, 1, 0, degree);
      const Bytes out = encode(codec, values);
      EXPECT_EQ(largest(out, std::size_t(8 * length), std::size_t(40 * length)), 0u) << degree;
      EXPECT_GE(std::size_t(out.back()), std::size_t(std::min(degree, 1))) << "rows are not used";
    }
  }
}

TEST(Extrapolate, EveryGroupHasOrdersOfItsOwn) {
  Extrapolate codec = opened({{30, 10}, {30, 10}});
  Values values = polynomial(30, 10, 1, 0, 5);
  const Values constant(300, 0.5);
  values.insert(values.end(), constant.begin(), constant.end());
  const Bytes out = encode(codec, values);
  ASSERT_EQ(out.size(), 8u * 600 + 2);
  EXPECT_GT(std::size_t(out[4800]), 1u);
  EXPECT_EQ(std::size_t(out[4801]), 1u);
}

// Another processor or compiler must send the same; the numbers are those of the first machine.
TEST(Extrapolate, SameBytesEverywhere) {
  Extrapolate codec = opened({{37, 13}, {3, 50}});
  std::uint64_t sum = 0;
  for (int step = 0; step < 40; ++step) {
    Values values(37 * 13 + 150);
    for (std::size_t i = 0; i < values.size(); ++i)
      values[i] = 1 / (3.0 + 0.01 * double(i % 37) + 0.02 * double(i / 37) + 0.03 * step);
    for (const std::byte byte : encode(codec, values)) sum = sum * 0x100000001b3 + Word(byte);
    codec.remember(bytes_of_values(values));
  }
  EXPECT_EQ(sum, 4178050115515622198u);
}

TEST(Extrapolate, OrdersThatCannotBeAreDamage) {
  Extrapolate codec = opened({{4, 2}});
  Bytes encoded = encode(codec, Values(8, 1.0)), out(64);
  EXPECT_EQ(codec.decode(encoded, out), 64u);
  for (const int byte : {0x10, 0x09, 0x80, 0xff}) {
    encoded.back() = std::byte(byte);
    EXPECT_THROW(codec.decode(encoded, out), Error) << byte;
  }
}

TEST(Extrapolate, PieceOfAnotherSizeIsABug) {
  Extrapolate codec = opened({{4, 2}});
  EXPECT_THROW(encode(codec, Values(7)), Bug);
  EXPECT_THROW(codec.remember(Bytes(63)), Bug);
}

}  // namespace
}  // namespace cardon::filters
