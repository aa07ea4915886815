// SPDX-License-Identifier: Apache-2.0
// What D. J. Harvey's dissertation (University of Texas at Arlington, 2001) says of patterns,
// thresholds and the heuristic search.
#include <gtest/gtest.h>

#include <bit>
#include <numeric>

#include "sbn_pattern.hpp"
#include "sbn_search_model.hpp"
#include "sbn_thresholds.hpp"

namespace cardon {
namespace {

using Kind = SbnPattern::Kind;

constexpr Kind all_kinds[] = {Kind::in_order, Kind::heap, Kind::hypercube};

// Every rank once per edge that leads to it, and back again.
void check_pattern(Kind kind, int ranks, int root) {
  const SbnPattern pattern(kind, ranks);
  std::vector<int> visits(std::size_t(ranks), 0);
  int links = 0, sinks = 0;
  for (int r = 0; r < ranks; ++r) {
    const std::vector<int> next = pattern.successors(root, r);
    links += int(next.size());
    sinks += next.empty() ? 1 : 0;
    for (const int to : next) {
      ++visits[std::size_t(to)];
      const std::vector<int> back = pattern.predecessors(root, to);
      EXPECT_EQ(std::count(back.begin(), back.end(), r), 1) << ranks << " " << root << " " << to;
      if (to < (1 << pattern.dimension()) && r < (1 << pattern.dimension())) {
        EXPECT_EQ(pattern.stage(root, to), pattern.stage(root, r) - 1);
        if (kind == Kind::hypercube) EXPECT_EQ(std::popcount(unsigned(to ^ r)), 1);
      }
    }
  }
  EXPECT_EQ(visits[std::size_t(root)], 0);
  for (int r = 0; r < ranks; ++r)
    EXPECT_EQ(visits[std::size_t(r)], int(pattern.predecessors(root, r).size()));
  if (kind != Kind::hypercube) {
    EXPECT_EQ(links, ranks - 1);
    for (int r = 0; r < ranks; ++r) EXPECT_EQ(visits[std::size_t(r)], r == root ? 0 : 1);
  } else if (std::has_single_bit(unsigned(ranks)) && ranks > 1) {
    EXPECT_EQ(links, ranks - 1 + ranks / 2 - 1);
    EXPECT_EQ(sinks, 1);
    EXPECT_TRUE(pattern.successors(root, root ^ (ranks - 1)).empty());
  }
}

TEST(SbnPattern, VisitsEveryRankFromEveryRoot) {
  for (const Kind kind : all_kinds)
    for (int d = 1; d <= 10; ++d)
      for (int root = 0; root < 1 << d; root += d < 8 ? 1 : 37) check_pattern(kind, 1 << d, root);
}

TEST(SbnPattern, TakesAnyNumberOfRanks) {
  for (const Kind kind : all_kinds)
    for (const int ranks : {1, 3, 5, 6, 7, 12, 100})
      for (int root = 0; root < ranks; ++root) check_pattern(kind, ranks, root);
}

TEST(SbnPattern, OfEightRanksIsThePrintedOne) {
  const SbnPattern pattern(Kind::in_order, 8);
  EXPECT_EQ(pattern.successors(0, 0), (std::vector<int>{4}));
  EXPECT_EQ(pattern.successors(0, 4), (std::vector<int>{6, 2}));
  EXPECT_EQ(pattern.successors(0, 6), (std::vector<int>{7, 5}));
  EXPECT_EQ(pattern.successors(0, 2), (std::vector<int>{3, 1}));
}

TEST(SbnThresholds, AreThoseOfTheExamples) {
  for (const auto& [mean, max] : {std::pair(6, 14), {7, 15}, {8, 24}}) {
    const SbnThresholds t = sbn_thresholds(8.0 * mean, 8);
    EXPECT_EQ(t.mean, mean);
    EXPECT_EQ(t.max, max);
    EXPECT_EQ(t.min, 2);
  }
  EXPECT_EQ(sbn_thresholds(16, 8).min, 1);
}

struct Row {
  const char* stop;
  double jobs[15], ranks[15];
};

// Section 3.3.4, for 32 ranks and mean loads of 1 to 15.
constexpr Row rows[] = {
    {"Basic (never stop)",
     {1.3, 3.8, 6.3, 8.8, 11.3, 13.8, 16.3, 18.8, 21.3, 23.8, 26.3, 28.8, 31.3, 33.8, 36.3},
     {31.0, 31.0, 31.0, 31.0, 31.0, 31.0, 31.0, 31.0, 31.0, 31.0, 31.0, 31.0, 31.0, 31.0, 31.0}},
    {"stop = SysLL+4",
     {1.3, 3.6, 5.8, 7.9, 9.8, 11.7, 13.3, 15.0, 16.6, 18.2, 19.6, 21.1, 22.5, 24.0, 25.3},
     {30.6, 29.4, 27.9, 26.3, 24.9, 23.6, 22.5, 21.5, 20.6, 19.8, 19.1, 18.5, 17.9, 17.4, 16.9}},
    {"stop = SysLL+3",
     {1.3, 3.4, 5.3, 7.0, 8.7, 10.1, 11.6, 13.0, 14.4, 15.7, 17.0, 18.3, 19.6, 20.8, 22.1},
     {29.2, 26.2, 23.6, 21.6, 20.0, 18.7, 17.6, 16.7, 16.0, 15.3, 14.8, 14.3, 13.9, 13.5, 13.1}},
    {"stop = SysLL+2",
     {1.1, 2.9, 4.3, 5.8, 7.0, 8.3, 9.5, 10.8, 11.9, 13.1, 14.2, 15.4, 16.5, 17.7, 18.8},
     {23.9, 19.3, 16.7, 15.0, 13.8, 12.9, 12.2, 11.7, 11.2, 10.8, 10.5, 10.2, 10.0, 9.7, 9.5}},
    {"stop = SysLL+1",
     {0.8, 1.9, 3.2, 4.2, 5.4, 6.4, 7.5, 8.5, 9.6, 10.6, 11.7, 12.7, 13.8, 14.7, 15.8},
     {12.5, 10.0, 8.9, 8.3, 7.9, 7.6, 7.4, 7.2, 7.1, 7.0, 6.9, 6.8, 6.7, 6.6, 6.6}},
    {"stop = 2 (SysLL<=2) / 4",
     {0.8, 1.3, 3.2, 3.1, 3.1, 3.3, 3.5, 3.9, 4.3, 4.8, 5.3, 5.8, 6.3, 6.8, 7.3},
     {12.5, 3.4, 8.9, 3.8, 2.0, 1.4, 1.2, 1.1, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0}},
};

TEST(SbnSearchModel, ReproducesAllEntriesOfTheTables) {
  for (int row = 0; row < 6; ++row)
    for (int m = 1; m <= 15; ++m) {
      const int stops[] = {0, m + 4, m + 3, m + 2, m + 1, m <= 2 ? 2 : 4};
      const SbnSearchModel model{5, double(m), stops[row]};
      EXPECT_NEAR(model.expected_jobs(), rows[row].jobs[m - 1], 0.0501)
          << rows[row].stop << " " << m;
      EXPECT_NEAR(model.expected_ranks(), rows[row].ranks[m - 1], 0.0501)
          << rows[row].stop << " " << m;
    }
}

}  // namespace
}  // namespace cardon
