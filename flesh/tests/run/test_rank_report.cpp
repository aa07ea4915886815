// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <cardon/kit/tuning/rank_report.hpp>

#include "../support/local_transport.hpp"
#include "run/summary.hpp"

namespace cardon::test {
namespace {

Timings rank(long points, long needed, double seconds) {
  Timings t;
  t.tasks.push_back({.calls = 1, .points = points, .needed_points = needed, .compute = seconds});
  return t;
}

TEST(RankReport, NeededSecondsLeaveOutRedundantPoints) {
  EXPECT_DOUBLE_EQ(needed_seconds({rank(400, 300, 2)}), 1.5);
  EXPECT_DOUBLE_EQ(needed_seconds({rank(400, 300, 2), rank(100, 100, 2.5)}), 2);
  EXPECT_DOUBLE_EQ(needed_seconds({rank(0, 0, 0), rank(100, 100, 3)}), 1.5);
}

TEST(RankReport, ImbalanceIsLargestOverMean) {
  EXPECT_DOUBLE_EQ(imbalance({rank(1, 1, 3), rank(1, 1, 1)}), 1.5);
  EXPECT_DOUBLE_EQ(imbalance({rank(1, 1, 3), rank(9, 9, 3)}), 1);
  EXPECT_DOUBLE_EQ(imbalance({rank(0, 0, 0)}), 1);
}

// Twice as fast a rank has twice the points: nothing but computing happened.
TEST(RankReport, EfficiencyKnowsTheSpeedsOfRanks) {
  EXPECT_DOUBLE_EQ(efficiency({rank(200, 200, 2), rank(100, 100, 2)}, 2), 1);
  EXPECT_DOUBLE_EQ(efficiency({rank(200, 200, 2), rank(100, 100, 2)}, 4), 0.5);
  EXPECT_DOUBLE_EQ(efficiency({rank(200, 100, 2)}, 2), 0.5);
}

TEST(RankReport, TimingsOfAllRanksArriveAsTheyWere) {
  Timings t = rank(4, 3, 2);
  t.links.push_back({.name = "a-b",
                     .depth = 2,
                     .codec = "zfp-1e-6",
                     .lossless = false,
                     .exchanges = 3,
                     .messages = 4,
                     .bytes_raw = 5,
                     .bytes_sent = 6,
                     .pack = 7,
                     .poll = 8,
                     .wait = 9,
                     .unpack = 10,
                     .copy = 11,
                     .flight = 12,
                     .exposed = 13,
                     .pieces = 14});
  LocalWorld world(1);
  LocalTransport transport(world, 0);
  const LinkTimings link = gather_timings(t, transport).at(0).links.at(0);
  EXPECT_EQ(link.codec, "zfp-1e-6");
  EXPECT_FALSE(link.lossless);
  EXPECT_EQ(link.bytes_sent, 6);
  EXPECT_EQ(link.copy, 11);
  EXPECT_EQ(link.flight, 12);
  EXPECT_EQ(link.exposed, 13);
  EXPECT_EQ(link.pieces, 14);
  const LinkTimings none = difference(t, t).links.at(0);
  EXPECT_EQ(none.exposed, 0);
  EXPECT_EQ(none.pieces, 0);
  EXPECT_FALSE(none.lossless);
}

// A task in every second step counts half; one in each of four stages counts four times.
TEST(RankReport, FlopsAreThoseOfAStep) {
  Program program;
  program.tasks.resize(4);
  for (int id = 0; id < 4; ++id) program.tasks[std::size_t(id)].flops = 10;
  program.tasks[3].every = 2;
  program.initial = {0};
  program.step = {1, 2, 3};
  EXPECT_DOUBLE_EQ(flops_per_point(program), 25);
}

}  // namespace
}  // namespace cardon::test
