// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cardon/kit/reduction.hpp>
#include <cardon/thorn/error.hpp>
#include <cmath>
#include <limits>
#include <random>
#include <utility>
#include <vector>

#include "special_values.hpp"

namespace cardon {
namespace {

using R = ReductionKind;
using test::infinity;
using test::not_a_number;
using test::Values;
using Kinds = std::vector<ReductionKind>;

const Kinds all_kinds{R::sum, R::mean, R::l1,     R::l2,     R::linf,
                      R::min, R::max,  R::minloc, R::maxloc, R::count};
constexpr Index3 extents{21, 6, 5};

Reduction reduce_row(const Values& row, const Kinds& kinds = all_kinds,
                     const Index3& first = {0, 0, 0}) {
  Reduction reduction(kinds);
  reduction.add_row(row.data(), int(row.size()), first);
  return reduction;
}

std::vector<std::byte> bytes_of(const Reduction& reduction) {
  std::vector<std::byte> bytes(reduction.byte_size());
  reduction.to_bytes(bytes.data());
  return bytes;
}

// A field with ties of its extremes and magnitudes from 1e-80 to 1.
Values field() {
  Values values(std::size_t(extents[0] * extents[1] * extents[2]));
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = std::round(4 * std::sin(double(i))) * std::pow(10.0, -20.0 * double(i % 5));
  }
  return values;
}

Reduction whole(const Values& values, const Kinds& kinds = all_kinds) {
  Reduction reduction(kinds);
  for (int row = 0; row < extents[1] * extents[2]; ++row) {
    reduction.add_row(&values[std::size_t(row * extents[0])], extents[0],
                      {0, row % extents[1], row / extents[1]});
  }
  return reduction;
}

// The field cut into pieces of rows, dealt to five blocks in random order, merged in random order.
Reduction scattered(const Values& values, std::mt19937_64& random) {
  std::vector<std::pair<int, int>> pieces;  // first point and length
  for (int start = 0; start < int(values.size());) {
    const int left = extents[0] - start % extents[0];
    pieces.emplace_back(start, std::min(left, 1 + int(random() % 21)));
    start += pieces.back().second;
  }
  std::shuffle(pieces.begin(), pieces.end(), random);
  std::vector<Reduction> blocks(5, Reduction(all_kinds));
  for (const auto& [start, count] : pieces) {
    const int row = start / extents[0];
    blocks[random() % 5].add_row(&values[std::size_t(start)], count,
                                 {start % extents[0], row % extents[1], row / extents[1]});
  }
  std::shuffle(blocks.begin(), blocks.end(), random);
  blocks[3].merge(blocks[4]);
  blocks[0].merge(blocks[1]);
  blocks[2].merge_bytes(bytes_of(blocks[3]).data());
  blocks[0].merge_bytes(bytes_of(blocks[2]).data());
  return blocks[0];
}

TEST(Reduction, NamesGoBothWays) {
  for (const R kind : all_kinds) EXPECT_EQ(reduction_kind(reduction_name(kind)), kind);
  EXPECT_EQ(reduction_name(R::linf), "linf");
  EXPECT_EQ(reduction_kind("maxloc"), R::maxloc);
  EXPECT_FALSE(reduction_kind("maximum"));
  EXPECT_FALSE(reduction_kind(""));
}

TEST(Reduction, EachKindOfASmallRow) {
  const Reduction r = reduce_row({3, -4, 0, 1}, all_kinds, {10, 20, 30});
  EXPECT_EQ(r.value(R::sum), 0);
  EXPECT_EQ(r.value(R::mean), 0);
  EXPECT_EQ(r.value(R::l1), 2);
  EXPECT_EQ(r.value(R::l2), std::sqrt(6.5));
  EXPECT_EQ(r.value(R::linf), 4);
  EXPECT_EQ(r.value(R::min), -4);
  EXPECT_EQ(r.value(R::max), 3);
  EXPECT_EQ(r.value(R::minloc), -4);
  EXPECT_EQ(r.location(R::minloc), (Index3{11, 20, 30}));
  EXPECT_EQ(r.value(R::maxloc), 3);
  EXPECT_EQ(r.location(R::maxloc), (Index3{10, 20, 30}));
  EXPECT_EQ(r.value(R::count), 4);
  EXPECT_EQ(r.not_finite(), 0);
}

TEST(Reduction, AnalyticValuesOfALongRow) {
  Values row(5000);
  for (int i = 0; i < 5000; ++i) row[std::size_t(i)] = i % 2 ? i : -i;
  const Reduction r = reduce_row(row);
  EXPECT_EQ(r.value(R::sum), 2500);
  EXPECT_EQ(r.value(R::mean), 0.5);
  EXPECT_EQ(r.value(R::l1), 4999 / 2.0);
  EXPECT_EQ(r.value(R::l2), std::sqrt(4999.0 * 5000 * 9999 / 6 / 5000));
  EXPECT_EQ(r.value(R::linf), 4999);
  EXPECT_EQ(r.location(R::minloc), (Index3{4998, 0, 0}));
  EXPECT_EQ(r.location(R::maxloc), (Index3{4999, 0, 0}));
}

TEST(Reduction, ExtremesAtEveryPositionOfARow) {
  for (std::size_t count = 1; count < 30; ++count) {
    for (std::size_t at = 0; at < count; ++at) {
      Values row(count, 1.0);
      row[at] = 7;
      EXPECT_EQ(reduce_row(row).value(R::max), 7);
      EXPECT_EQ(reduce_row(row).location(R::maxloc), (Index3{int(at), 0, 0}));
      row[at] = -7;
      EXPECT_EQ(reduce_row(row).value(R::min), -7);
      EXPECT_EQ(reduce_row(row).value(R::linf), 7);
      EXPECT_EQ(reduce_row(row).location(R::minloc), (Index3{int(at), 0, 0}));
    }
  }
}

TEST(Reduction, AnyDecompositionGivesTheSameBits) {
  std::mt19937_64 random(1);
  Values good = field(), bad = field();
  for (const std::size_t i : {400u, 77u, 300u}) bad[i] = not_a_number;
  bad[50] = -infinity;
  for (const Values& values : {good, bad}) {
    const std::vector<std::byte> expected = bytes_of(whole(values));
    for (int trial = 0; trial < 50; ++trial) {
      const Reduction r = scattered(values, random);
      ASSERT_EQ(bytes_of(r), expected);
      EXPECT_EQ(r.location(R::minloc), whole(values).location(R::minloc));
    }
  }
}

TEST(Reduction, FusedEqualsSingle) {
  const Values values = field();
  const Reduction fused = whole(values);
  for (const R kind : all_kinds) {
    const Reduction single = whole(values, {kind});
    EXPECT_EQ(single.value(kind), fused.value(kind)) << reduction_name(kind);
    EXPECT_LE(single.byte_size(), fused.byte_size());
    if (kind == R::minloc || kind == R::maxloc) {
      EXPECT_EQ(single.location(kind), fused.location(kind));
    }
  }
}

// Rows that resemble each other, with ties, and now and then one that does not, against their
// points one by one. In any order of the rows.
TEST(Reduction, RowsThatResembleEachOtherEqualTheirPoints) {
  std::mt19937_64 random(11);
  for (int trial = 0; trial < 100; ++trial)
    for (const Kinds& kinds : {all_kinds, Kinds{R::min, R::max, R::l2}, Kinds{R::l2}}) {
      Reduction rows(kinds), points(kinds);
      std::vector<int> order{0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
      std::shuffle(order.begin(), order.end(), random);
      for (const int j : order) {
        Values row(8 + random() % 50);
        for (double& v : row) v = double(int(random() % 41)) / 8 - 2.5;
        if (random() % 20 == 0)
          row[random() % row.size()] = random() % 2 == 0 ? -not_a_number : -0.0;
        if (random() % 10 == 0) row[random() % row.size()] = random() % 2 == 0 ? infinity : 1e30;
        rows.add_row(row.data(), int(row.size()), {3, j, 0});
        for (std::size_t i = 0; i < row.size(); ++i) points.add_row(&row[i], 1, {3 + int(i), j, 0});
      }
      ASSERT_EQ(bytes_of(rows), bytes_of(points)) << trial;
    }
}

TEST(Reduction, TiesGoToTheLowestIndex) {
  const Values row{1, 5, 0, 5, 0};
  for (const bool reversed : {false, true}) {
    Reduction r({R::minloc, R::maxloc});
    const Index3 firsts[] = {{3, 2, 1}, {9, 1, 1}, {4, 1, 1}, {0, 0, 2}};
    for (int i = 0; i < 4; ++i) r.add_row(row.data(), 5, firsts[reversed ? 3 - i : i]);
    EXPECT_EQ(r.location(R::maxloc), (Index3{5, 1, 1}));
    EXPECT_EQ(r.location(R::minloc), (Index3{6, 1, 1}));
  }
}

TEST(Reduction, ZerosOfBothSignsTie) {
  for (const Values& row : {Values{0.0, -0.0}, Values{-0.0, 0.0}, Values(9, -0.0)}) {
    const Reduction r = reduce_row(row);
    EXPECT_EQ(r.location(R::minloc), (Index3{0, 0, 0}));
    EXPECT_EQ(r.location(R::maxloc), (Index3{0, 0, 0}));
    for (const R kind : {R::min, R::max, R::linf, R::sum})
      EXPECT_FALSE(std::signbit(r.value(kind)));
  }
}

TEST(Reduction, NaNIsNeverHidden) {
  for (const std::size_t count : {3u, 12u, 100u}) {
    for (const std::size_t at : {std::size_t(0), count / 2, count - 1}) {
      Values row(count, 1.0);
      row[at] = not_a_number;
      Reduction r = reduce_row(row, all_kinds, {0, 8, 0});
      r.merge(reduce_row(Values(count, 2.0), all_kinds, {0, 9, 0}));
      for (const R kind : all_kinds) {
        if (kind != R::count) {
          EXPECT_TRUE(std::isnan(r.value(kind))) << reduction_name(kind);
        }
      }
      EXPECT_EQ(r.value(R::count), 2.0 * double(count));
      EXPECT_EQ(r.not_finite(), 1);
      EXPECT_EQ(r.location(R::minloc), (Index3{int(at), 8, 0}));
      EXPECT_EQ(r.location(R::maxloc), (Index3{int(at), 8, 0}));
    }
  }
  EXPECT_TRUE(std::isnan(reduce_row(Values(20, not_a_number)).value(R::linf)));
}

TEST(Reduction, NaNShowsInEachKindAlone) {
  for (const R kind : all_kinds) {
    const Reduction r = reduce_row({1, not_a_number, 2}, {kind});
    EXPECT_EQ(std::isnan(r.value(kind)), kind != R::count) << reduction_name(kind);
    EXPECT_EQ(r.not_finite(), 1);
  }
}

TEST(Reduction, InfinitiesAreValues) {
  const Reduction r = reduce_row({1, infinity, 2});
  EXPECT_EQ(r.value(R::max), infinity);
  EXPECT_EQ(r.location(R::maxloc), (Index3{1, 0, 0}));
  EXPECT_EQ(r.value(R::min), 1);
  EXPECT_EQ(r.value(R::mean), infinity);
  EXPECT_EQ(r.value(R::l2), infinity);
  EXPECT_EQ(r.not_finite(), 1);
  const Reduction both = reduce_row({infinity, -infinity});
  EXPECT_TRUE(std::isnan(both.value(R::sum)));
  EXPECT_EQ(both.value(R::linf), infinity);
  const Reduction only = reduce_row({infinity, infinity});
  EXPECT_EQ(only.value(R::min), infinity);
  EXPECT_EQ(only.location(R::minloc), (Index3{0, 0, 0}));
}

TEST(Reduction, OverflowOfASquareIsNotABadValue) {
  const Reduction r = reduce_row({1e200, 1});
  EXPECT_EQ(r.value(R::l2), infinity);
  EXPECT_EQ(r.not_finite(), 0);
  EXPECT_EQ(r.value(R::linf), 1e200);
}

TEST(Reduction, NoPoints) {
  const Reduction r = reduce_row({});
  EXPECT_EQ(r.value(R::sum), 0);
  EXPECT_EQ(r.value(R::linf), 0);
  EXPECT_EQ(r.value(R::count), 0);
  EXPECT_EQ(r.value(R::min), infinity);
  EXPECT_EQ(r.value(R::max), -infinity);
  for (const R kind : {R::mean, R::l1, R::l2}) EXPECT_TRUE(std::isnan(r.value(kind)));
  EXPECT_FALSE(r.location(R::minloc));
}

TEST(Reduction, MergingNoPointsChangesNothing) {
  const Reduction r = whole(field());
  Reduction empty_first(all_kinds), empty_last = r;
  empty_first.merge(r);
  empty_last.merge(Reduction(all_kinds));
  EXPECT_EQ(bytes_of(empty_first), bytes_of(r));
  EXPECT_EQ(bytes_of(empty_last), bytes_of(r));
}

TEST(Reduction, MisuseIsABug) {
  Reduction r({R::min});
  const double row[] = {1};
  EXPECT_THROW(r.add_row(row, -1, {0, 0, 0}), Bug);
  EXPECT_THROW(r.value(R::max), Bug);
  EXPECT_THROW(r.location(R::min), Bug);
  EXPECT_THROW(r.location(R::minloc), Bug);
  EXPECT_THROW(r.merge(Reduction({R::max})), Bug);
  EXPECT_THROW(r.merge_bytes(bytes_of(Reduction({R::max})).data()), Bug);
  EXPECT_EQ(r.value(R::count), 0);
}

}  // namespace
}  // namespace cardon
