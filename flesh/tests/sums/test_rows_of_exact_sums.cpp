// SPDX-License-Identifier: Apache-2.0
// Rows, which go to windows of bits, against values that are added one by one.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "base/denormal_mode.hpp"
#include "exact_sums.hpp"

namespace cardon {
namespace {

using namespace test;

// Expects the three ways to add a row to be those of single values.
void expect_as_single_values(const Values& row, const std::string& what) {
  Values magnitudes(row.size()), squares(row.size());
  for (std::size_t i = 0; i < row.size(); ++i) {
    magnitudes[i] =
        std::bit_cast<double>(std::bit_cast<std::uint64_t>(row[i]) & ~(std::uint64_t(1) << 63));
    squares[i] = row[i] * row[i];
  }
  ExactSum of_magnitudes, of_squares;
  of_magnitudes.add_magnitudes(row.data(), row.size());
  of_squares.add_squares(row.data(), row.size());
  EXPECT_EQ(sum_bytes(sum_of(row)), sum_bytes(added_singly(row))) << what;
  EXPECT_EQ(sum_bytes(of_magnitudes), sum_bytes(added_singly(magnitudes))) << what;
  EXPECT_EQ(sum_bytes(of_squares), sum_bytes(added_singly(squares))) << what;
}

// A wave that decays along a row, from its largest values to the smallest that there are.
TEST(RowsOfExactSums, AddsRowsThatDecayAsValueByValue) {
  std::mt19937_64 random(5);
  for (const double bits_per_point : {0.01, 0.3, 1.0, 4.0, 7.0, 16.0})
    for (const std::size_t count : {15u, 16u, 127u, 128u, 241u, 512u, 1300u}) {
      std::uniform_real_distribution<double> mantissa(-1, 1);
      Values row(count);
      for (std::size_t i = 0; i < count; ++i)
        row[i] = std::ldexp(mantissa(random), 20 - int(bits_per_point * double(i % 512)));
      expect_as_single_values(row, std::to_string(count));
    }
}

// All values at the upper end of a power of two: sums of leading bits grow as far as they can.
TEST(RowsOfExactSums, AddsFullBlocksOfEqualLargestMantissas) {
  for (const double value : {std::nextafter(2.0, 0.0), -std::nextafter(2.0, 0.0)}) {
    const Values row(512, value);
    EXPECT_EQ(sum_bytes(sum_of(row)), sum_bytes(added_singly(row)));
    EXPECT_EQ(sum_of(row).value(), 512 * value);
  }
}

// Sums within a block come closest to 53 bits if all values are large and of one sign.
TEST(RowsOfExactSums, FullBlocksOfOneSign) {
  std::mt19937_64 random(6);
  std::uniform_real_distribution<double> mantissa(1.99, 2);
  for (const double scale : {1.0, -1.0, 1e-200, -1e280}) {
    Values values(5000);
    for (double& v : values) v = scale * mantissa(random);
    EXPECT_EQ(sum_bytes(sum_of(values)), sum_bytes(added_singly(values)));
    for (std::size_t i = 0; i < values.size(); i += 3) values[i] *= 0x1p-45;
    EXPECT_EQ(sum_bytes(sum_of(values)), sum_bytes(added_singly(values)));
  }
}

// Largest and least mantissas of each exponent, alone and beside smaller values: whatever the
// ends of windows are, values lie on both sides of them.
TEST(RowsOfExactSums, TakesValuesOfEveryExponent) {
  for (int exponent = -1074; exponent < 1024; ++exponent) {
    const double smallest = std::ldexp(exponent % 2 == 0 ? 1 : -1, exponent);
    const double largest = std::nextafter(2 * smallest, 0.0);
    Values row(40, std::isinf(largest) ? std::copysign(std::numeric_limits<double>::max(), smallest)
                                       : largest);
    expect_as_single_values(row, std::to_string(exponent));
    for (std::size_t i = 0; i < row.size(); i += 3) row[i] = smallest;
    for (std::size_t i = 1; i < row.size(); i += 5) row[i] = std::ldexp(-row[i], -int(7 * i));
    expect_as_single_values(row, std::to_string(exponent));
  }
}

// Groups of neighbours whose size jumps, so that windows change from row to row and leave much.
TEST(RowsOfExactSums, FollowsJumpsOfSize) {
  std::mt19937_64 random(7);
  for (int trial = 0; trial < 200; ++trial) {
    Values row;
    while (row.size() < 300) {
      const int top = int(random() % 2000) - 1000, range = int(random() % 120);
      const Values part = random_values(1 + random() % 40, top - range, top, random);
      row.insert(row.end(), part.begin(), part.end());
    }
    ExactSum rows, singles;
    for (std::size_t i = 0, n; i < row.size(); i += n) {
      n = std::min<std::size_t>(1 + random() % 90, row.size() - i);
      rows.add(row.data() + i, n);
    }
    for (const double v : row) singles.add(v);
    ASSERT_EQ(sum_bytes(rows), sum_bytes(singles)) << "trial " << trial;
  }
}

// Rows of which windows leave one vector in thirty, behind rows of which they leave nothing or all.
TEST(RowsOfExactSums, KeepsTheLittleThatWindowsLeave) {
  std::mt19937_64 random(8);
  for (std::size_t at = 0; at < 241; ++at) {
    ExactSum rows, singles;
    for (const bool decays : {false, true, false, false}) {
      Values row = random_values(241, -3, 0, random);
      for (std::size_t i = 0; decays && i < row.size(); ++i)
        row[i] = std::ldexp(row[i], -int(3 * i));
      row[at] = std::ldexp(row[at], -150);
      rows.add(row.data(), row.size());
      for (const double v : row) singles.add(v);
    }
    ASSERT_EQ(sum_bytes(rows), sum_bytes(singles)) << at;
  }
}

// More values of one sign and size than windows take at once.
TEST(RowsOfExactSums, ClosesFullWindows) {
  for (const double value : {std::nextafter(2.0, 0.0), -std::nextafter(2.0, 0.0)}) {
    const Values row(1 << 10, value);
    ExactSum sum;
    for (int i = 0; i < 1 << 10; ++i) sum.add_squares(row.data(), row.size());
    EXPECT_EQ(sum.value(), 0x1p20 * (value * value));
    for (int i = 0; i < 1 << 10; ++i) sum.add(row.data(), row.size());
    EXPECT_EQ(sum.value(), 0x1p20 * (value * value) + 0x1p20 * value);
  }
}

// Windows begin three exponents above the row that opens them: values up there leave no bit unused.
TEST(RowsOfExactSums, FillsWindowsUpToTheirEnds) {
  const double value = std::nextafter(16.0, 0.0);
  for (const double opening : {1.0, 0x1p15}) {
    for (const double sign : {1.0, -1.0}) {
      const Values first(16, opening), row(1 << 10, sign * value),
          squares(1 << 10, std::sqrt(value));
      ExactSum sum, of_squares;
      sum.add(first.data(), first.size());
      of_squares.add(first.data(), first.size());
      for (int i = 0; i < 1 << 10; ++i) {
        sum.add(row.data(), row.size());
        of_squares.add_squares(squares.data(), squares.size());
      }
      ExactSum expected = added_singly(row), expected_squares;
      for (const double s : squares) expected_squares.add(s * s);
      for (int i = 0; i < 10; ++i) {
        expected.merge(ExactSum(expected));
        expected_squares.merge(ExactSum(expected_squares));
      }
      for (const double v : first) {
        expected.add(v);
        expected_squares.add(v);
      }
      EXPECT_EQ(sum_bytes(sum), sum_bytes(expected)) << opening << " " << sign;
      EXPECT_EQ(sum_bytes(of_squares), sum_bytes(expected_squares)) << opening;
    }
  }
}

// Values beyond all windows, of which each changes a digit as much as a value can.
TEST(RowsOfExactSums, DigitsOfLanesDoNotOverflow) {
  const double value = std::ldexp(std::nextafter(2.0, 0.0), 2016 - 1023);
  const Values row(1 << 10, value);
  ExactSum rows, doubled = added_singly(row);
  for (int i = 0; i < 1 << 7; ++i) rows.add(row.data(), row.size());
  for (int i = 0; i < 7; ++i) doubled.merge(ExactSum(doubled));
  EXPECT_EQ(sum_bytes(rows), sum_bytes(doubled));
}

// Ranks that divide rows of sixty points, and a mean of all.
TEST(RowsOfExactSums, PartsOfRowsAddUpToTheWhole) {
  Values field(60 * 34);
  for (std::size_t i = 0; i < field.size(); ++i)
    field[i] = (0.2 + 1e-3 * std::sin(double(i))) * double(i / 60 % 34) * std::exp2(-double(i % 7));
  ExactSum whole, all;
  for (std::size_t j = 0; j < 34; ++j) whole.add(&field[60 * j], 60);
  for (std::size_t rank = 0; rank < 3; ++rank) {
    ExactSum part;
    for (std::size_t j = 0; j < 34; ++j) part.add(&field[60 * j + 20 * rank], 20);
    all.merge(part);
  }
  EXPECT_EQ(sum_bytes(all), sum_bytes(whole));
  EXPECT_EQ(sum_bytes(whole), sum_bytes(added_singly(field)));
}

// Rows that fit where the last one went, and others behind them.
TEST(RowsOfExactSums, TellsRowsThatAreLikeTheLastOneFromOthers) {
  std::mt19937_64 random(9);
  const Values odd{infinity, not_a_number, -not_a_number, 1e200, 0x1p18, 1e-40, 1e-300, 5e-324, 0};
  for (int trial = 0; trial < 300; ++trial) {
    ExactSum rows, magnitudes, squares, singles, single_magnitudes, single_squares;
    for (int n = 0; n < 12; ++n) {
      Values row = random_values(8 + random() % 240, -3, 0, random);
      if (random() % 3 == 0) row[random() % row.size()] = odd[random() % odd.size()];
      if (random() % 9 == 0) std::fill(row.begin(), row.end(), 0.0);
      if (random() % 9 == 0)
        for (double& v : row) v = std::ldexp(v, random() % 2 == 0 ? 30 : -30);
      rows.add(row.data(), row.size());
      magnitudes.add_magnitudes(row.data(), row.size());
      squares.add_squares(row.data(), row.size());
      for (const double v : row) {
        singles.add(v);
        single_magnitudes.add(std::fabs(v));
        single_squares.add(v * v);
      }
    }
    ASSERT_EQ(sum_bytes(rows), sum_bytes(singles)) << trial;
    ASSERT_EQ(sum_bytes(magnitudes), sum_bytes(single_magnitudes)) << trial;
    ASSERT_EQ(sum_bytes(squares), sum_bytes(single_squares)) << trial;
  }
}

TEST(RowsOfExactSums, FindsNonFiniteValuesAnywhereInARow) {
  for (const double value : {infinity, -infinity, not_a_number})
    for (std::size_t at = 0; at < 37; ++at) {
      Values row(37, 0.1);
      row[at] = value;
      expect_as_single_values(row, std::to_string(at));
      EXPECT_EQ(sum_of(row).not_finite(), 1);
    }
  const Values overflowing(20, -1e200);
  ExactSum squares;
  squares.add_squares(overflowing.data(), overflowing.size());
  EXPECT_EQ(squares.value(), infinity);
}

TEST(RowsOfExactSums, DenormalsCountWhereARunTakesThemForZero) {
  Values row(50, std::numeric_limits<double>::denorm_min());
  for (std::size_t i = 0; i < row.size(); i += 2) row[i] = i % 4 == 0 ? -0x1p-1030 : 0x1p-1000;
  for (const double scale : {0.0, 1e-290, 1.0}) {
    for (std::size_t i = 0; i < row.size(); i += 7) row[i] = scale;
    const Bytes expected = sum_bytes(added_singly(row));
    Values magnitudes = row;
    for (double& v : magnitudes) v = std::fabs(v);
    const Bytes expected_magnitudes = sum_bytes(added_singly(magnitudes));
    const DenormalMode as_in_runs(DenormalMode::Treatment::flush);
    ExactSum of_magnitudes;
    of_magnitudes.add_magnitudes(row.data(), row.size());
    EXPECT_EQ(sum_bytes(sum_of(row)), expected);
    EXPECT_EQ(sum_bytes(of_magnitudes), expected_magnitudes);
  }
}

}  // namespace
}  // namespace cardon
