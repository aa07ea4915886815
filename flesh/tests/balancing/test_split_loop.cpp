// SPDX-License-Identifier: Apache-2.0
// D2 to D4 of Menon's experiments with recursive splitting and its gates, beside ThreadTeam::share
// (test_threads_on_a_clock.cpp).
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <numeric>
#include <optional>
#include <thread>
#include <vector>

#include "split_loop.hpp"

namespace cardon {
namespace {

using Gate = SplitLoop::Gate;
constexpr int all_rows = 60000, rows_of_chunk = 8;

double mean_of(const std::vector<double>& costs, int threads) {
  return std::accumulate(costs.begin(), costs.end(), 0.0) / threads;
}

// D2 and D3 with one owner of 50 to 90 % of 60,000 rows. Reference: an independent simulation makes
// 8190 to 11422 tasks where it always splits and 930 to 1287 where threads are idle, of which 1 to
// 8 are taken.
TEST(SplitLoop, EndsWithinOneChunkAndSplitsTenTimesLessForIdleThreads) {
  const std::vector<double> costs(all_rows, 1.0);
  SplitLoop always(2, rows_of_chunk, Gate::always), gated(2, rows_of_chunk, Gate::idle);
  for (const int share : {50, 60, 70, 80, 90}) {
    const std::vector<int> shares{0, all_rows / 100 * share, all_rows};
    for (SplitLoop* loop : {&always, &gated}) {
      loop->run(costs, shares);
      EXPECT_EQ(loop->times, std::vector<int>(all_rows, 1)) << share;
      EXPECT_LE(loop->seconds, mean_of(costs, 2) + rows_of_chunk) << share;
    }
    std::printf("%d %%: always %ld tasks, %ld taken; idle %ld, %ld taken\n", share, always.created,
                always.stolen, gated.created, gated.stolen);
    EXPECT_GE(always.created, all_rows / rows_of_chunk - 10);
    EXPECT_LE(10 * gated.created, always.created);
    EXPECT_LE(always.stolen, 20);
    EXPECT_LE(gated.stolen, 20);
    EXPECT_EQ(gated.created > 0, share > 50);  // else nobody is idle
  }
}

// D2: 3 units and 1 unit of work.
TEST(SplitLoop, EqualChunksTakeThreeUnitsAndAnyGateTwo) {
  std::vector<double> costs(600, 1.0 / 300);
  std::fill_n(costs.begin(), 300, 3.0 / 300);
  for (const Gate gate : {Gate::always, Gate::idle}) {
    SplitLoop loop(2, 1, gate);
    loop.run(costs, {0, 300, 600});
    EXPECT_GE(loop.seconds, 2 - 1e-9);
    EXPECT_LE(loop.seconds, 2 + 3.0 / 300 + 1e-9);
  }
}

// D3: the history gate. Tasks of a loop fall to one chunk for each thread within ten loops that
// nobody helps with, and increase again when a thread has become slow.
TEST(SplitLoop, HistoryFollowsWhatOthersHaveTaken) {
  constexpr int threads = 2, jobs = 600;
  const std::vector<double> equal(jobs, 1.0);
  std::vector<double> late = equal;
  std::fill_n(late.begin(), jobs / 2, 3.0);
  SplitLoop loop(threads, 1, Gate::history);
  std::vector<long> created;
  std::vector<double> seconds;
  const auto repeat = [&](const std::vector<double>& costs, int loops) {
    for (int n = 0; n < loops; ++n) {
      loop.run(costs, {0, jobs / 2, jobs});
      EXPECT_EQ(loop.times, std::vector<int>(jobs, 1));
      created.push_back(loop.created);
      seconds.push_back(loop.seconds);
    }
  };
  repeat(equal, 3);
  const long floor = created.back();
  EXPECT_LE(floor, threads);
  repeat(late, 12);
  std::printf("history: floor %ld, with a slow thread %ld tasks; %.0f s, then %.0f s of 600 s\n",
              floor, created.back(), seconds[3], seconds.back());
  EXPECT_GT(created.back(), 20 * floor);
  EXPECT_LT(seconds.back(), 1.1 * mean_of(late, threads));  // 900 s without help
  repeat(equal, 10);
  EXPECT_LE(created.back(), 2 * threads);
}

// D4: an owner and three thieves; ten million operations, nothing is lost or done twice.
TEST(SpanDeque, LosesNothingToThreeThieves) {
  constexpr int items = 5000000, thieves = 3;
  SpanDeque deque;
  std::vector<std::atomic<unsigned char>> done(items);
  std::atomic<bool> over = false;
  const auto take = [&done](const std::optional<JobSpan>& span) {
    if (span) ++done[std::size_t(span->first)];
  };
  std::vector<std::thread> others;
  for (int n = 0; n < thieves; ++n)
    others.emplace_back([&] {
      while (!over) {
        const auto span = deque.steal();
        take(span);
        if (!span) std::this_thread::yield();
      }
    });
  for (int item = 0; item < items; ++item) {
    while (!deque.push({item, item + 1})) take(deque.pop());
    if (item % 3 == 0) take(deque.pop());
  }
  while (const auto span = deque.pop()) take(span);
  over = true;
  for (std::thread& other : others) other.join();
  take(deque.steal());
  EXPECT_TRUE(std::all_of(done.begin(), done.end(), [](const auto& times) { return times == 1; }));
}

}  // namespace
}  // namespace cardon
