// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cardon/thorn/error.hpp>
#include <cmath>
#include <limits>
#include <random>
#include <set>
#include <vector>

#include "sums/checksum.hpp"

namespace cardon {
namespace {

constexpr Index3 grid_extents{17, 5, 4};

std::vector<double> waves() {
  std::vector<double> values(std::size_t(grid_extents[0] * grid_extents[1] * grid_extents[2]));
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = std::sin(0.1 * double(i));
  return values;
}

FieldChecksum checksum_of(const std::vector<double>& values, const Index3& offset = {0, 0, 0}) {
  FieldChecksum sum;
  const double* row = values.data();
  for (int z = 0; z < grid_extents[2]; ++z) {
    for (int y = 0; y < grid_extents[1]; ++y, row += grid_extents[0]) {
      sum.add_row(row, grid_extents[0], {offset[0], y + offset[1], z + offset[2]});
    }
  }
  return sum;
}

TEST(FieldChecksum, KnownValues) {
  EXPECT_EQ(FieldChecksum().hex(), std::string(32, '0'));
  FieldChecksum sum;
  const double row[] = {0.0, 1.0, -2.5};
  sum.add_row(row, 3, {7, 1, 2});
  EXPECT_EQ(sum.hex(), "a45c9a28896388dfede3d3d5f3d06a42");
}

TEST(FieldChecksum, DecompositionDoesNotMatter) {
  const std::vector<double> values = waves();
  const FieldChecksum expected = checksum_of(values);
  std::mt19937_64 random(1);
  for (int trial = 0; trial < 20; ++trial) {
    std::vector<FieldChecksum> blocks(5);
    for (int row = grid_extents[1] * grid_extents[2] - 1; row >= 0; --row) {
      for (int x = 0; x < grid_extents[0];) {
        const int count = std::min(1 + int(random() % 9), grid_extents[0] - x);
        blocks[random() % 5].add_row(&values[std::size_t(row * grid_extents[0] + x)], count,
                                     {x, row % grid_extents[1], row / grid_extents[1]});
        x += count;
      }
    }
    FieldChecksum sum;
    for (const std::size_t i : {3, 0, 4, 2, 1}) sum.merge(blocks[i]);
    EXPECT_EQ(sum, expected);
    EXPECT_EQ(sum.hex(), expected.hex());
  }
}

TEST(FieldChecksum, PlaceMatters) {
  std::vector<double> values = waves();
  const FieldChecksum expected = checksum_of(values);
  for (int d = 0; d < 3; ++d) {
    Index3 offset{0, 0, 0};
    offset[std::size_t(d)] = 1;
    EXPECT_NE(checksum_of(values, offset), expected);
  }
  std::swap(values[3], values[4]);
  EXPECT_NE(checksum_of(values), expected);
  std::swap(values[3], values[4]);
  std::swap(values[3], values[200]);
  EXPECT_NE(checksum_of(values), expected);
}

TEST(FieldChecksum, BitsMatter) {
  std::vector<double> values = waves();
  const auto with = [&values](double v) {
    values[20] = v;
    return checksum_of(values);
  };
  EXPECT_NE(with(0.0), with(-0.0));
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double other_nan = std::bit_cast<double>(std::bit_cast<std::uint64_t>(nan) + 1);
  EXPECT_NE(with(nan), with(other_nan));
  EXPECT_EQ(with(nan), with(nan));
}

TEST(FieldChecksum, OneBitChangesHalfOfEachWord) {
  std::vector<double> values = waves();
  const std::array<std::uint64_t, 2> before = checksum_of(values).words();
  std::set<std::string> seen;
  int changed[2] = {0, 0};
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double kept = values[i];
    for (int bit = 0; bit < 64; ++bit) {
      values[i] =
          std::bit_cast<double>(std::bit_cast<std::uint64_t>(kept) ^ std::uint64_t(1) << bit);
      const FieldChecksum sum = checksum_of(values);
      for (int w = 0; w < 2; ++w) changed[w] += std::popcount(sum.words()[w] ^ before[w]);
      seen.insert(sum.hex());
    }
    values[i] = kept;
  }
  const double flips = 64.0 * double(values.size());
  EXPECT_EQ(double(seen.size()), flips) << "two changes with one checksum";
  EXPECT_NEAR(changed[0] / flips, 32, 0.5);
  EXPECT_NEAR(changed[1] / flips, 32, 0.5);
}

TEST(FieldChecksum, WordsCanBeSummedElsewhere) {
  const std::vector<double> values = waves();
  const FieldChecksum a = checksum_of(values), b = checksum_of(values, {100, 0, 0});
  FieldChecksum merged = a;
  merged.merge(b);
  const std::array<std::uint64_t, 2> sums{a.words()[0] + b.words()[0], a.words()[1] + b.words()[1]};
  EXPECT_EQ(sums, merged.words());
}

TEST(FieldChecksum, NegativeLengthIsABug) {
  const double row[] = {1.0};
  EXPECT_THROW(FieldChecksum().add_row(row, -1, {0, 0, 0}), Bug);
}

}  // namespace
}  // namespace cardon
