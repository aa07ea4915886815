// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <map>

#include "history_case.hpp"

namespace cardon::test {
namespace {

constexpr int cases = 600;

/// Number of the first case with other histories than plain sweeps give; -1: none.
int first_failure(const TileRules& rules) {
  std::mt19937 random(20250101);
  for (int n = 0; n < cases; ++n) {
    const HistoryCase the_case = random_case(random);
    if (tiled(the_case, rules) != plain(the_case)) return n;
  }
  return -1;
}

TEST(TileOrder, EveryValueHasTheHistoryThatPlainSweepsGive) {
  EXPECT_EQ(first_failure(TileRules()), -1);
}

struct NoReadAfterWrite : TileRules {
  int read_after_write(const TileAccess&, const TileAccess&, int) const override { return none; }
};
struct ReadAfterWriteOneLess : TileRules {
  int read_after_write(const TileAccess& read, const TileAccess& write, int d) const override {
    return TileRules::read_after_write(read, write, d) - 1;
  }
};
struct FacesAreNeverLate : TileRules {
  int read_after_write(const TileAccess& read, const TileAccess&, int d) const override {
    return read.ahead[d];
  }
};
struct NoWriteAfterRead : TileRules {
  int write_after_read(const TileAccess&, const TileAccess&, int) const override { return none; }
};
struct WriteAfterReadOneLess : TileRules {
  int write_after_read(const TileAccess& write, const TileAccess& read, int d) const override {
    return TileRules::write_after_read(write, read, d) - 1;
  }
};
struct NoWriteAfterWrite : TileRules {
  int write_after_write(const TileAccess&, const TileAccess&, int) const override { return none; }
};
struct NoCyclicShift : TileRules {
  int cyclic_shift(int) const override { return 0; }
};
struct NoWrap : TileRules {
  bool wraps() const override { return false; }
};

template <class Broken>
void expect_found(const char* name) {
  EXPECT_GE(first_failure(Broken()), 0) << name;
}

TEST(TileOrder, TheHistoryTellsWhenARuleIsBroken) {
  expect_found<NoReadAfterWrite>("no read after write");
  expect_found<ReadAfterWriteOneLess>("read after write one row less");
  expect_found<FacesAreNeverLate>("faces are never late");
  expect_found<NoWriteAfterRead>("no write after read");
  expect_found<WriteAfterReadOneLess>("write after read one row less");
  expect_found<NoWriteAfterWrite>("no write after write");
  expect_found<NoCyclicShift>("no cyclic shift");
  expect_found<NoWrap>("no wrap");
}

int first_failure_with_core(const TileRules& rules, Rest rest) {
  std::mt19937 random(20250207);
  for (int n = 0; n < cases; ++n) {
    const HistoryCase the_case = random_case(random);
    if (with_core(the_case, rules, rest) != plain(the_case)) return n;
  }
  return -1;
}

struct NoMargin : TileRules {
  int margin(const TileAccess&, int) const override { return 0; }
};
struct MarginOneLess : TileRules {
  int margin(const TileAccess& read, int d) const override {
    return std::max(TileRules::margin(read, d) - 1, 0);
  }
};
struct MarginOnOneSide : TileRules {
  int margin(const TileAccess& read, int d) const override { return read.ahead[d] / 2; }
};

TEST(TileOrder, ACoreNeedsNothingThatIsStillToArrive) {
  for (const Rest rest : {Rest::one_by_one, Rest::in_tiles}) {
    EXPECT_EQ(first_failure_with_core(TileRules(), rest), -1);
    EXPECT_GE(first_failure_with_core(NoMargin(), rest), 0);
    EXPECT_GE(first_failure_with_core(MarginOneLess(), rest), 0);
    EXPECT_GE(first_failure_with_core(MarginOnOneSide(), rest), 0);
  }
}

// These rules are broken around the core only.
TEST(TileOrder, WhatIsLeftAroundACoreFollowsTheSameRules) {
  EXPECT_GE(first_failure_with_core(NoReadAfterWrite(), Rest::in_tiles), 0);
  EXPECT_GE(first_failure_with_core(ReadAfterWriteOneLess(), Rest::in_tiles), 0);
  EXPECT_GE(first_failure_with_core(WriteAfterReadOneLess(), Rest::in_tiles), 0);
  EXPECT_GE(first_failure_with_core(NoCyclicShift(), Rest::in_tiles), 0);
}

int first_failure_in_columns(const TileRules& rules) {
  std::mt19937 random(20250401);
  for (int n = 0; n < cases; ++n) {
    const HistoryCase the_case = random_case(random);
    if (in_columns(the_case, 1 + n % 4, random, rules) != plain(the_case)) return n;
  }
  return -1;
}

struct OneStepTooEarly : TileRules {
  int steps_before(int step) const override { return step; }
};
struct ColumnsDoNotWait : TileRules {
  int steps_before(int) const override { return 0; }
};

TEST(TileOrder, ColumnsMayBeComputedAtOnceOneStepApart) {
  EXPECT_EQ(first_failure_in_columns(TileRules()), -1);
  EXPECT_GE(first_failure_in_columns(OneStepTooEarly()), 0);
  EXPECT_GE(first_failure_in_columns(ColumnsDoNotWait()), 0);
  EXPECT_GE(first_failure_in_columns(ReadAfterWriteOneLess()), 0);
  EXPECT_GE(first_failure_in_columns(WriteAfterReadOneLess()), 0);
  EXPECT_GE(first_failure_in_columns(NoCyclicShift()), 0);
}

TileAccess read(int array, int radius) {
  return {array, true, false, {0, radius, radius}, {0, radius, radius}, {0, 0, 0}};
}
TileAccess write(int array) { return {array, false, true, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}}; }

std::vector<int> skews_of(const std::vector<std::vector<TileAccess>>& program) {
  std::vector<TileInstance> instances;
  for (const auto& accesses : program) instances.push_back({accesses, {{0, 0, 0}, {8, 99, 99}}});
  std::vector<int> skews;
  for (const Index3& skew : tile_skews(instances)) skews.push_back(skew[2]);
  return skews;
}

// The new level overwrites the oldest one: reads after writes and writes after reads coincide.
TEST(TileOrder, LeapfrogLagsByTheRadiusPerStep) {
  EXPECT_EQ(skews_of({{read(0, 2), read(1, 0), write(1)},
                      {read(1, 2), read(0, 0), write(0)},
                      {read(0, 2), read(1, 0), write(1)}}),
            (std::vector<int>{0, 2, 4}));
}

// Each stage changes in place what the right-hand side before it reads around a point.
TEST(TileOrder, RungeKuttaLagsByTwiceTheRadiusPerStage) {
  const std::vector<TileAccess> rhs{read(0, 2), write(1)};
  const std::vector<TileAccess> combine{read(1, 0), read(2, 0), write(0)};
  EXPECT_EQ(skews_of({rhs, combine, rhs, combine, rhs, combine, rhs, combine}),
            (std::vector<int>{0, 2, 4, 6, 8, 10, 12, 14}));
}

TEST(TileOrder, WhatIsOnlyReadAsksForNothing) {
  EXPECT_EQ(skews_of({{read(5, 3), write(0)}, {read(5, 3), write(1)}}), (std::vector<int>{0, 0}));
}

/// By the definition: of all pairs of instances.
std::vector<Index3> skews_of_pairs(const std::vector<TileInstance>& instances) {
  const TileRules rules;
  std::vector<Index3> skews(instances.size(), Index3{0, 0, 0});
  for (std::size_t i = 0; i < instances.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      for (const TileAccess& later : instances[i].accesses)
        for (const TileAccess& earlier : instances[j].accesses)
          for (int d = 1; d < 3 && later.array == earlier.array; ++d) {
            const auto ask = [&](bool of_pair, int lag) {
              if (of_pair) skews[i][d] = std::max(skews[i][d], skews[j][d] + lag);
            };
            ask(later.reads && earlier.writes, rules.read_after_write(later, earlier, d));
            ask(later.writes && earlier.reads, rules.write_after_read(later, earlier, d));
            ask(later.writes && earlier.writes, rules.write_after_write(later, earlier, d));
          }
  return skews;
}

TEST(TileOrder, SkewsAreThoseOfAllPairs) {
  std::mt19937 random(11);
  for (int n = 0; n < 200; ++n) {
    const std::vector<TileInstance> instances = random_case(random).instances();
    EXPECT_EQ(tile_skews(instances), skews_of_pairs(instances)) << "case " << n;
  }
}

/// Counts how often a rule is asked.
struct CountingRules : TileRules {
  int read_after_write(const TileAccess& read, const TileAccess& write, int d) const override {
    ++calls;
    return TileRules::read_after_write(read, write, d);
  }
  mutable long calls = 0;
};

// 16 steps of a scheme with 100 arrays; pairs of its accesses number 16 million.
TEST(TileOrder, ManyStepsOfManyArraysCostLittle) {
  std::vector<TileAccess> rhs, combine;
  for (int array = 0; array < 25; ++array) {
    rhs.insert(rhs.end(), {read(array, 3), write(25 + array)});
    combine.insert(combine.end(), {read(25 + array, 0), read(50 + array, 0), write(array)});
  }
  std::vector<TileInstance> instances;
  for (int n = 0; n < 128; ++n)
    instances.push_back({n % 2 == 0 ? rhs : combine, {{0, 0, 0}, {8, 99, 99}}});
  const CountingRules rules;
  const std::vector<Index3> skews = tile_skews(instances, rules);
  EXPECT_EQ(skews.back()[2], 127 * 3);
  EXPECT_LT(rules.calls, 100'000);
}

TEST(TileOrder, PartsOfAllTilesTogetherAreTheRegions) {
  std::mt19937 random(7);
  for (int n = 0; n < 100; ++n) {
    const HistoryCase c = random_case(random);
    const std::vector<TileInstance> instances = c.instances();
    const std::vector<Index3> skews = tile_skews(instances);
    if (!skews_fit(instances, skews, c.space())) continue;
    std::map<int, long> points;
    for_each_tile(instances, skews, c.space(), c.shape, [&](int i, const Box& part) {
      EXPECT_TRUE(instances[std::size_t(i)].region.contains(part));
      points[i] += part.points();
    });
    for (std::size_t i = 0; i < instances.size(); ++i)
      EXPECT_EQ(points[int(i)], instances[i].region.points());
  }
}

}  // namespace
}  // namespace cardon::test
