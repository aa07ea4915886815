// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cardon/kit/exact_sum.hpp>
#include <cardon/thorn/error.hpp>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "exact_sums.hpp"

namespace cardon {
namespace {

using namespace test;

constexpr double largest = std::numeric_limits<double>::max();
constexpr double tiny = std::numeric_limits<double>::denorm_min();
constexpr double epsilon = std::numeric_limits<double>::epsilon();

// The independent reference: schoolbook fixed point in limbs of 16 bits, limb i weighs 2^(16 i -
// 1074).
class BigNumber {
 public:
  void add(double value) {
    int exponent = 0;
    auto mantissa = std::int64_t(std::ldexp(std::frexp(value, &exponent), 53));
    int position = exponent - 53 + 1074;
    for (; position < 0; ++position) mantissa /= 2;
    for (std::int64_t part = mantissa; part != 0; part /= 2, ++position) {
      limbs_[position / 16] += (part % 2) << (position % 16);
    }
  }
  int sign() const {
    std::array<std::int64_t, 140> limbs = limbs_;
    for (std::size_t i = 0; i + 1 < limbs.size(); ++i) {
      const std::int64_t low = ((limbs[i] % 65536) + 65536) % 65536;
      limbs[i + 1] += (limbs[i] - low) / 65536;
      limbs[i] = low;
    }
    if (limbs.back() < 0) return -1;
    return std::any_of(limbs.begin(), limbs.end(), [](std::int64_t l) { return l != 0; }) ? 1 : 0;
  }

 private:
  std::array<std::int64_t, 140> limbs_{};
};

// Sign of 2 * (sum of values) - a - b, where an infinity stands for +-2^1024.
int compare_with_middle(const Values& values, double a, double b) {
  BigNumber number;
  for (const double v : values) {
    number.add(v);
    number.add(v);
  }
  for (const double v : {a, b}) {
    if (std::isinf(v)) {
      for (int i = 0; i < 2; ++i) number.add(std::copysign(0x1p1023, -v));
    } else {
      number.add(-v);
    }
  }
  return number.sign();
}

// True if `rounded` is the double nearest to the exact sum, ties to even.
bool is_nearest(const Values& values, double rounded) {
  const bool even = std::isinf(rounded) || std::bit_cast<std::uint64_t>(rounded) % 2 == 0;
  const auto below = [&](double limit) {  // the sum is not beyond the middle to the upper neighbour
    const int sign = compare_with_middle(values, rounded, limit);
    return sign < 0 || (sign == 0 && even);
  };
  const auto above = [&](double limit) {
    const int sign = compare_with_middle(values, rounded, limit);
    return sign > 0 || (sign == 0 && even);
  };
  return (rounded == infinity || below(std::nextafter(rounded, infinity))) &&
         (rounded == -infinity || above(std::nextafter(rounded, -infinity)));
}

double one_by_one(const Values& values) { return added_singly(values).value(); }

TEST(ExactSum, RoundsTheExactSumCorrectly) {
  std::mt19937_64 random(1);
  const std::pair<int, int> ranges[] = {{0, 0},        {-40, 0},       {-300, 300},  {-1074, 1024},
                                        {-1074, -990}, {-1074, -1022}, {1000, 1024}, {-1, 1},
                                        {-900, -880},  {975, 982},     {-150, 0}};
  for (const auto& [low, high] : ranges) {
    for (const std::size_t count : {1, 2, 7, 15, 16, 17, 24, 100, 511, 512, 513, 1500}) {
      const Values values = random_values(count, low, high, random);
      const double rounded = sum_of(values).value();
      EXPECT_TRUE(is_nearest(values, rounded)) << count << " values in 2^" << low << "..2^" << high;
      EXPECT_EQ(sum_bytes(sum_of(values)), sum_bytes(added_singly(values)));
    }
  }
}

TEST(ExactSum, ReferenceRejectsNeighbours) {
  std::mt19937_64 random(2);
  const Values values = random_values(100, -60, 0, random);
  const double rounded = sum_of(values).value();
  EXPECT_TRUE(is_nearest(values, rounded));
  EXPECT_FALSE(is_nearest(values, std::nextafter(rounded, infinity)));
  EXPECT_FALSE(is_nearest(values, std::nextafter(rounded, -infinity)));
}

TEST(ExactSum, SmallSumsOfAllBitPatterns) {
  std::mt19937_64 random(3);
  for (int trial = 0; trial < 500; ++trial) {
    Values values;
    while (values.size() < 3) {
      const auto v = std::bit_cast<double>(random());
      if (std::isfinite(v)) values.push_back(v);
    }
    EXPECT_TRUE(is_nearest(values, sum_of(values).value()));
  }
}

TEST(ExactSum, OrderAndGroupingDoNotMatter) {
  std::mt19937_64 random(4);
  Values values = random_values(3000, -200, 100, random);
  values.push_back(infinity);
  values.push_back(not_a_number);
  const Bytes expected = sum_bytes(sum_of(values));
  for (int trial = 0; trial < 50; ++trial) {
    std::shuffle(values.begin(), values.end(), random);
    std::vector<ExactSum> parts;
    for (std::size_t i = 0; i < values.size();) {
      const std::size_t count = std::min<std::size_t>(random() % 700, values.size() - i);
      parts.push_back(sum_of({values.begin() + long(i), values.begin() + long(i + count)}));
      i += count;
    }
    while (parts.size() > 1) {
      std::swap(parts[random() % parts.size()], parts.back());
      const ExactSum last = ExactSum::from_bytes(sum_bytes(parts.back()).data());
      parts.pop_back();
      parts[random() % parts.size()].merge(last);
    }
    ASSERT_EQ(sum_bytes(parts[0]), expected);
  }
}

TEST(ExactSum, CancellationKeepsEveryBit) {
  EXPECT_EQ(one_by_one({1, 1e100, 1, -1e100}), 2);
  EXPECT_EQ(one_by_one({1e308, 1e308, -1e308}), 1e308);
  EXPECT_EQ(one_by_one({largest, tiny, -largest}), tiny);
  Values values(100, 1e308);
  values.insert(values.end(), 99, -1e308);
  EXPECT_EQ(sum_of(values).value(), 1e308);
  Values tails(40, 0.1);
  for (int i = 0; i < 40; ++i) tails.push_back(-0.1);
  tails.push_back(tiny);
  EXPECT_EQ(sum_of(tails).value(), tiny);
}

TEST(ExactSum, RoundsHalfToEven) {
  EXPECT_EQ(one_by_one({1, epsilon / 2}), 1);
  EXPECT_EQ(one_by_one({1, epsilon / 2, tiny}), 1 + epsilon);
  EXPECT_EQ(one_by_one({1 + epsilon, epsilon / 2}), 1 + 2 * epsilon);
  EXPECT_EQ(one_by_one({1 + epsilon, epsilon / 2, -tiny}), 1 + epsilon);
  EXPECT_EQ(one_by_one({-1, -epsilon / 2}), -1);
  EXPECT_EQ(one_by_one({-1, -epsilon / 2, -tiny}), -1 - epsilon);
  EXPECT_EQ(one_by_one({2, -epsilon / 2}), 2);
  EXPECT_EQ(one_by_one({2, -epsilon / 2, -tiny}), 2 - epsilon);
  for (int scale = 0; scale < 64; ++scale) {  // every bit below the half breaks the tie
    const double one = std::ldexp(1, scale);
    for (int exponent = -54; exponent > -300; --exponent) {
      const double below = std::ldexp(1, scale + exponent);
      ASSERT_EQ(one_by_one({one, one * epsilon / 2, below}), one + one * epsilon) << exponent;
      ASSERT_EQ(one_by_one({one, one * epsilon / 2, -below}), one) << exponent;
    }
  }
}

TEST(ExactSum, OverflowsOnlyInTheResult) {
  const double half_last_bit = 0x1p970;
  EXPECT_EQ(one_by_one({largest, half_last_bit}), infinity);
  EXPECT_EQ(one_by_one({largest, half_last_bit, -tiny}), largest);
  EXPECT_EQ(one_by_one({-largest, -half_last_bit}), -infinity);
  EXPECT_EQ(one_by_one({largest, largest}), infinity);
  EXPECT_EQ(sum_of(Values(100, -1e308)).value(), -infinity);
  EXPECT_EQ(one_by_one({largest, largest, -infinity}), -infinity);
}

TEST(ExactSum, SubnormalsAreExact) {
  EXPECT_EQ(sum_of(Values(1000, tiny)).value(), 1000 * tiny);
  EXPECT_EQ(one_by_one({0x1p-1022, -tiny}), 0x1p-1022 - tiny);
  EXPECT_EQ(one_by_one({0x1p-1022 - tiny, tiny}), 0x1p-1022);
  EXPECT_EQ(one_by_one({0x1p-1021, tiny}), 0x1p-1021);
  EXPECT_EQ(one_by_one({0x1p-1021, tiny, tiny}), 0x1p-1021 + 2 * tiny);
}

TEST(ExactSum, ZeroIsPositive) {
  EXPECT_FALSE(std::signbit(ExactSum().value()));
  EXPECT_FALSE(std::signbit(one_by_one({-0.0, -0.0})));
  EXPECT_FALSE(std::signbit(sum_of(Values(64, -0.0)).value()));
  EXPECT_EQ(sum_bytes(sum_of(Values(64, -0.0))), sum_bytes(ExactSum()));
}

TEST(ExactSum, NonFiniteValuesAreCountedApart) {
  for (const std::size_t count : {3, 40}) {  // short and block method
    Values values(count, 1.0);
    values[1] = infinity;
    EXPECT_EQ(sum_of(values).value(), infinity);
    values[2] = -infinity;
    EXPECT_TRUE(std::isnan(sum_of(values).value()));
    EXPECT_EQ(sum_of(values).not_finite(), 2);
    values[1] = -infinity;
    EXPECT_EQ(sum_of(values).value(), -infinity);
    values[0] = not_a_number;
    EXPECT_TRUE(std::isnan(sum_of(values).value()));
    EXPECT_EQ(sum_of(values).not_finite(), 3);
  }
}

TEST(ExactSum, StridesReachTheRightValues) {
  std::mt19937_64 random(5);
  const Values values = random_values(600, -20, 20, random);
  for (const std::ptrdiff_t stride : {3, -3}) {
    for (const std::size_t count : {5, 200}) {
      const std::size_t start = stride > 0 ? 0 : values.size() - 1;
      ExactSum strided;
      strided.add(values.data() + start, count, stride);
      ExactSum single;
      for (std::size_t i = 0; i < count; ++i) single.add(values[start + i * std::size_t(stride)]);
      EXPECT_EQ(sum_bytes(strided), sum_bytes(single));
    }
  }
}

TEST(ExactSum, ManyAdditionsDoNotOverflowADigit) {
  ExactSum sum;
  const double ones = 2 - epsilon;  // all bits of the mantissa set
  for (int i = 0; i < 100000; ++i) sum.add(ones);
  EXPECT_EQ(sum.value(), 100000 * ones);
  for (int i = 0; i < 100000; ++i) sum.add(-ones);
  EXPECT_EQ(sum_bytes(sum), sum_bytes(ExactSum()));
}

TEST(ExactSum, HoldsTwoToTheFortiethOfTheLargest) {
  ExactSum plus, minus;
  plus.add(largest);
  minus.add(-largest);
  for (int i = 0; i < 40; ++i) {
    plus.merge(plus);
    minus.merge(minus);
  }
  EXPECT_EQ(plus.value(), infinity);
  EXPECT_EQ(minus.value(), -infinity);
  plus.add(3);
  plus.merge(minus);
  EXPECT_EQ(plus.value(), 3);
}

TEST(ExactSum, DamagedBytesAreNoticed) {
  Bytes bytes = sum_bytes(sum_of({1, 2, not_a_number}));
  EXPECT_TRUE(std::isnan(ExactSum::from_bytes(bytes.data()).value()));
  Bytes damaged = bytes;
  damaged[7] = std::byte(1);
  EXPECT_THROW(ExactSum::from_bytes(damaged.data()), Bug);
  damaged = bytes;
  std::fill(damaged.end() - 8, damaged.end(), std::byte(0xff));
  EXPECT_THROW(ExactSum::from_bytes(damaged.data()), Bug);
}

}  // namespace
}  // namespace cardon
