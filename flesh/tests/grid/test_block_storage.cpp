// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cardon/kit/grid/block_storage.hpp>
#include <cardon/thorn/error.hpp>
#include <cmath>
#include <cstdint>
#include <set>

namespace cardon {
namespace {

GridFunction field(int past, bool has_next, bool overwrites) {
  GridFunction f;
  f.past = past;
  f.has_next = has_next;
  f.overwrites = overwrites;
  return f;
}

const Box owned{{5, -1, 2}, {38, 9, 9}}, stored{{2, -3, 1}, {41, 11, 10}};

TEST(BlockStorage, AlignsTheFirstOwnedPointOfEveryRow) {
  Grid grid;
  const BlockStorage storage(grid, owned, stored, {field(1, true, true), field(0, false, false)});
  std::set<std::uintptr_t> offsets;
  for (const auto& [f, level] : std::vector<std::pair<int, int>>{{0, 0}, {0, 1}, {1, 0}}) {
    const FieldArray array = storage.array(f, level);
    EXPECT_EQ(array.sy % 8, 0);
    EXPECT_EQ(array.sz % 8, 0);
    for (const auto& [j, k] : std::vector<std::pair<int, int>>{{-3, 1}, {-1, 2}, {10, 9}})
      EXPECT_EQ(reinterpret_cast<std::uintptr_t>(array.row(j, k) + owned.lo[0]) % 64, 0u);
    offsets.insert(reinterpret_cast<std::uintptr_t>(array.row(0, 0)) % 4096);
  }
  EXPECT_EQ(offsets.size(), 3u);  // no two arrays compete for the same cache sets
}

TEST(BlockStorage, HasRoomForEveryPointOfEveryArrayAndStartsAsNaN) {
  Grid grid;
  const BlockStorage storage(grid, owned, stored, {field(1, true, false), field(0, false, false)});
  ASSERT_EQ(storage.arrays(), 4);
  const std::vector<std::pair<int, int>> all{{0, -1}, {0, 0}, {0, 1}, {1, 0}};
  std::set<Real*> addresses;
  for (std::size_t a = 0; a < all.size(); ++a) {
    const FieldArray array = storage.array(all[a].first, all[a].second);
    for (int k = stored.lo[2]; k < stored.hi[2]; ++k)
      for (int j = stored.lo[1]; j < stored.hi[1]; ++j)
        for (int i = stored.lo[0]; i < stored.hi[0]; ++i) {
          EXPECT_TRUE(std::isnan(array.row(j, k)[i]));
          EXPECT_TRUE(addresses.insert(array.row(j, k) + i).second);
        }
  }
  EXPECT_LE(std::size_t(*addresses.rbegin() - *addresses.begin()) * sizeof(Real), storage.bytes());
}

TEST(BlockStorage, ShowsNaNWhereNobodyAskedForAnArray) {
  Grid grid;
  std::vector<GridFunction> fields{field(0, true, false), field(0, false, false)};
  fields[1].id = 1;
  BlockStorage storage(grid, owned, stored, fields);
  storage.take({fields[1]});
  for (const int f : {0, 1}) {
    const FieldArray seen = storage.seen(f, 0);
    EXPECT_FALSE(storage.in_use(f, 0));
    for (const int k : {stored.lo[2], stored.hi[2] - 1})
      for (const int i : {stored.lo[0], stored.hi[0] - 1})
        EXPECT_TRUE(std::isnan(seen.row(stored.lo[1], k)[i]));
  }
  storage.array(0, 0).row(3, 4)[7] = 5;
  EXPECT_EQ(storage.seen(0, 0).row(3, 4)[7], 5);
  EXPECT_TRUE(storage.in_use(0, 0));
  EXPECT_FALSE(storage.in_use(0, -1));
  EXPECT_TRUE(std::isnan(storage.array(1, 0).row(3, 4)[7]));
}

TEST(BlockStorage, RotatesLevelsWithoutCopying) {
  Grid grid;
  BlockStorage storage(grid, owned, stored, {field(1, true, true), field(2, true, false)});
  EXPECT_EQ(storage.array_number(0, -1), storage.array_number(0, 1));
  const int next = storage.array_number(0, -1), current = storage.array_number(0, 0);
  storage.rotate(0);
  EXPECT_EQ(storage.array_number(0, 0), next);
  EXPECT_EQ(storage.array_number(0, 1), current);
  EXPECT_EQ(storage.array_number(0, -1), current);

  std::vector<int> before, after;
  for (int level = -1; level <= 2; ++level) before.push_back(storage.array_number(1, level));
  EXPECT_EQ(std::set<int>(before.begin(), before.end()).size(), 4u);
  storage.rotate(1);
  for (int level = -1; level <= 2; ++level) after.push_back(storage.array_number(1, level));
  EXPECT_EQ(after, (std::vector<int>{before[3], before[0], before[1], before[2]}));
  EXPECT_THROW(storage.array(1, 3), Bug);
}

TEST(BlockStorage, StandsStillInMissingDirections) {
  Grid line;
  line.dimensions = 1;
  const BlockStorage one(line, {{0, 0, 0}, {20, 1, 1}}, {{-1, 0, 0}, {21, 1, 1}},
                         {field(0, false, false)});
  EXPECT_EQ(one.array(0, 0).sy, 0);
  EXPECT_EQ(one.array(0, 0).sz, 0);
  Grid plane;
  plane.dimensions = 2;
  const BlockStorage two(plane, {{0, 0, 0}, {20, 5, 1}}, {{-1, -1, 0}, {21, 6, 1}},
                         {field(0, false, false)});
  EXPECT_GE(two.array(0, 0).sy, 22);
  EXPECT_EQ(two.array(0, 0).sz, 0);
}

TEST(BlockStorage, TakesTwoArraysForAnOverwritingWave) {
  const Box cube{{0, 0, 0}, {192, 192, 192}}, with_ghosts = grow(cube, {1, 1, 1});
  const double array = 192.0 * 192 * 192 * sizeof(Real);
  const double bytes =
      double(BlockStorage::bytes_needed(cube, with_ghosts, {field(1, true, true)}));
  EXPECT_LT(bytes, 2.25 * array);
}

}  // namespace
}  // namespace cardon
