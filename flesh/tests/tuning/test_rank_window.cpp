// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cardon/thorn/error.hpp>
#include <cardon/tuning/rank_window.hpp>
#include <cmath>
#include <nlohmann/json.hpp>

#include "tuning/timings_json.hpp"

namespace cardon::test {
namespace {

// The longest window there may be: numbers that take most bytes.
RankWindow full_window(std::size_t tasks, std::size_t links, int chains) {
  RankWindow w;
  w.elapsed = 0.1;
  w.parts.assign(8, 0.3);
  w.change_seconds = 0.7;
  w.search_seconds = 1.7;
  w.steps = 11.5;
  constexpr long many = 1L << 60;
  w.timings.tasks.assign(tasks, {many, many, many, many, 0.1, 0.1});
  for (std::size_t n = 0; n <= links; ++n)
    w.timings.links.push_back({"amsterdam-berlin", 12, "extrapolate, shuffle, zstd-1", true, many,
                               many, many, many, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, many, many});
  for (std::size_t n = 0; n < links; ++n) {
    DelayFigures d{many, many, 0.1, {}, {}};
    for (std::size_t p = 0; p < DelayFigures::max_peers; ++p)
      d.peers.push_back({1 << 30, many, 0.1 + double(p), 0.2, 0.3});
    for (std::size_t m = 0; m < DelayFigures::max_recent; ++m)
      d.recent.push_back({1 << 30, 0.1 + double(m), 0.2, 0.3, 0.4, 0.5});
    w.readings.delays.push_back(d);
    for (int c = -1; c < chains; ++c)
      w.readings.trials.push_back({int(n), c, many, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7});
    for (std::size_t own = 0; own < OwnChain::max_per_link; ++own)
      w.readings.own.push_back(
          {int(n), true, "extrapolate, shuffle, zstd-1", "extrapolate, bitpack", 0.1, 0.2, 0.3});
  }
  w.readings.sensor_seconds = 0.9;
  return w;
}

TEST(RankWindow, ArrivesAsItWas) {
  RankWindow sent = full_window(3, 2, 4);
  sent.readings.delays[1].peers[5].second = std::numeric_limits<double>::infinity();
  sent.readings.delays[1].recent[7].blur = std::numeric_limits<double>::infinity();
  const RankWindow w = window_from_bytes(to_bytes(sent));
  EXPECT_EQ(w.elapsed, 0.1);
  EXPECT_EQ(w.parts, sent.parts);
  EXPECT_EQ(w.change_seconds, 0.7);
  EXPECT_EQ(w.search_seconds, 1.7);
  EXPECT_EQ(w.steps, 11.5);
  EXPECT_EQ(timings_json(w.timings), timings_json(sent.timings));
  EXPECT_EQ(w.readings.sensor_seconds, 0.9);
  ASSERT_EQ(w.readings.delays.size(), 2u);
  const DelayFigures& delays = w.readings.delays[1];
  EXPECT_EQ(delays.messages, 1L << 60);
  EXPECT_EQ(delays.peers[5].min, 5.1);
  EXPECT_TRUE(std::isinf(delays.peers[5].second));
  EXPECT_EQ(delays.peers[6].bytes, 0.3);
  EXPECT_TRUE(std::isinf(delays.recent[7].blur));
  EXPECT_EQ(delays.recent[8].first_sent, 8.1);
  EXPECT_EQ(delays.recent[8].received, 0.3);
  ASSERT_EQ(w.readings.trials.size(), 10u);
  EXPECT_EQ(w.readings.trials[5].link, 1);
  EXPECT_EQ(w.readings.trials[5].chain, CodecTrial::in_use);
  EXPECT_EQ(w.readings.trials[6].decoded, 0.5);
  EXPECT_EQ(w.readings.trials[6].squares, 0.7);
  ASSERT_EQ(w.readings.own.size(), 2 * OwnChain::max_per_link);
  const OwnChain& own = w.readings.own.back();
  EXPECT_EQ(own.link, 1);
  EXPECT_TRUE(own.changed);
  EXPECT_EQ(own.agreed, "extrapolate, shuffle, zstd-1");
  EXPECT_EQ(own.chain, "extrapolate, bitpack");
  EXPECT_EQ(own.before, 0.1);
  EXPECT_EQ(own.expected, 0.2);
  EXPECT_EQ(own.saved, 0.3);
}

TEST(RankWindow, HasRoomForTheLongest) {
  for (const std::size_t tasks : {1, 40})
    for (const std::size_t links : {0, 1, 5})
      for (const int chains : {0, 12})
        EXPECT_LE(to_bytes(full_window(tasks, links, chains)).size(),
                  max_window_bytes(tasks, links, std::size_t(chains)));
}

TEST(RankWindow, OtherBytesAreABug) {
  EXPECT_THROW(window_from_bytes(std::vector<std::byte>(3)), Bug);
  EXPECT_THROW(window_from_bytes({}), Bug);
}

}  // namespace
}  // namespace cardon::test
