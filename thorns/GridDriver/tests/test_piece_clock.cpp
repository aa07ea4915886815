// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cardon/kit/processor_time.hpp>
#include <cardon/services/timings.hpp>
#include <chrono>
#include <thread>

#include "piece_clock.hpp"

namespace cardon::grid_driver {
namespace {

void work(double seconds) {
  for (const double begin = processor_seconds(); processor_seconds() - begin < seconds;) {
  }
}

TEST(PieceClock, ChargesPiecesThatNothingInterrupts) {
  PieceClock clock;
  double one = 0, other = 0;
  work(5e-3);
  clock.add(one, 1e-5);
  clock.add(other, 2e-5);
  clock.add(one, 3e-5);
  EXPECT_EQ(one + other, 0) << "the clock of the processor is not read for so little";
  clock.settle();
  EXPECT_DOUBLE_EQ(one, 4e-5);
  EXPECT_DOUBLE_EQ(other, 2e-5);
  EXPECT_EQ(clock.take_interrupted(), 0);
}

// Sleeping is as good as another program on the core.
TEST(PieceClock, DoesNotChargeInterruptions) {
  PieceClock clock;
  double account = 0;
  const double start = seconds_now();
  work(2e-3);
  std::this_thread::sleep_for(std::chrono::milliseconds(30));
  const double passed = seconds_now() - start;
  clock.add(account, passed);
  EXPECT_GE(account, 1.9e-3) << "much time has passed, so it is charged at once";
  EXPECT_LT(account, 10e-3);
  EXPECT_NEAR(clock.take_interrupted(), passed - account, 1e-9);
  EXPECT_EQ(clock.take_interrupted(), 0);
}

TEST(PieceClock, LeavesOutTimeBetweenPieces) {
  PieceClock clock;
  double account = 0;
  work(20e-3);
  clock.settle();
  clock.add(account, 1);  // nothing has been computed since
  EXPECT_LT(account, 5e-3);
}

}  // namespace
}  // namespace cardon::grid_driver
