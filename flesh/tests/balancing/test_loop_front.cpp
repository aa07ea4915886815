// SPDX-License-Identifier: Apache-2.0
// D1 and D5 of Menon's experiments: loops with reductions, with a callback in place of a wait, and
// of ranks that share threads, by recursive splitting. ThreadTeam has no such calls: its reductions
// are in test_threads_on_a_clock.cpp.
#include <gtest/gtest.h>

#include <algorithm>
#include <cardon/kit/exact_sum.hpp>
#include <cmath>
#include <cstdio>
#include <vector>

#include "split_loop.hpp"

namespace cardon::loop_front {
namespace {

using Gate = SplitLoop::Gate;

// D1. Expected: reductions equal the serial result; a call that does not wait returns before the
// loop has ended, when all chunks have been picked up, and the callback is called once.
TEST(LoopFront, ReducesReturnsEarlyAndCallsBackOnce) {
  constexpr int rows = 6000, chunk = 8;
  std::vector<double> values, costs;
  ExactSum serial;
  for (int row = 0; row < rows; ++row) {
    values.push_back(std::sin(row) * std::pow(10, row % 30));
    costs.push_back(1 + row % 3);
    serial.add(values.back());
  }
  for (const Gate gate : {Gate::always, Gate::idle, Gate::history})
    for (const int share : {50, 60, 70, 80, 90}) {
      SplitLoop loop(2, chunk, gate);
      ExactSum sum;
      double largest = values[0];
      long count = 0, done = 0;
      int calls = 0;
      loop.work = [&](int row) {
        sum.add(values[std::size_t(row)]);
        largest = std::max(largest, values[std::size_t(row)]);
        ++count;
      };
      loop.finished = [&] {
        ++calls;
        done = count;
      };
      loop.run(costs, {0, rows / 100 * share, rows});
      EXPECT_EQ(sum.value(), serial.value());
      EXPECT_EQ(largest, *std::max_element(values.begin(), values.end()));
      EXPECT_EQ(calls, 1);
      EXPECT_EQ(done, rows);
      EXPECT_LT(loop.picked_up, loop.seconds);
      EXPECT_GE(loop.picked_up, loop.seconds - 3 * chunk) << share;
    }
}

/// Rows of a diffusion equation: half of them are those of a rank, whose loop is annotated for two
/// threads.
class Rows {
 public:
  static constexpr int rows = 600;
  Rows() {
    for (int row = 0; row < rows; ++row) now_.push_back(std::cos(0.1 * row));
    next_ = now_;
  }
  void update(int row) {
    const auto at = [&](int n) { return now_[std::size_t((n + rows) % rows)]; };
    next_[std::size_t(row)] = at(row) + 0.2 * (at(row - 1) - 2 * at(row) + at(row + 1));
  }
  void end_step() { now_.swap(next_); }
  const std::vector<double>& values() const { return now_; }

 private:
  std::vector<double> now_, next_;
};

// D5. Expected: two ranks whose loops ask for two threads each never have more than two that work,
// and the solution is that of one thread. Here the ranks' loops make tasks for the two threads on
// which the ranks are.
TEST(LoopFront, RanksThatShareThreadsNeverHaveMoreOfThem) {
  constexpr int steps = 20;
  Rows serial, shared;
  SplitLoop loop(2, 10, Gate::idle);
  loop.work = [&](int row) { shared.update(row); };
  double seconds = 0, alone = 0;
  for (int step = 0; step < steps; ++step) {
    std::vector<double> costs(Rows::rows, 1.0);  // one rank is slower, in turn
    std::fill_n(costs.begin() + (step % 2) * Rows::rows / 2, Rows::rows / 2, 3.0);
    loop.run(costs, {0, Rows::rows / 2, Rows::rows});
    EXPECT_EQ(loop.max_busy, 2);
    seconds += loop.seconds;
    alone += 3.0 * Rows::rows / 2;
    for (int row = 0; row < Rows::rows; ++row) serial.update(row);
    serial.end_step();
    shared.end_step();
  }
  std::printf("two ranks on two threads: %.0f s, %.0f s if none helps\n", seconds, alone);
  EXPECT_EQ(shared.values(), serial.values());
  EXPECT_LE(seconds, alone * 2 / 3 + steps * 30);
}

}  // namespace
}  // namespace cardon::loop_front
