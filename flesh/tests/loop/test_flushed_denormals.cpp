// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <limits>
#include <thread>

#include "loop/flushed_denormals.hpp"

namespace cardon {
namespace {

double half_of_the_least() {
  volatile double least = std::numeric_limits<double>::min();
  return least / 2;
}

#if defined(__x86_64__) || defined(__aarch64__)
TEST(FlushedDenormals, AreZero) {
  const FlushedDenormals flushed(true);
  EXPECT_EQ(half_of_the_least(), 0);
}

TEST(FlushedDenormals, AreZeroInThreadsStartedMeanwhile) {
  const FlushedDenormals flushed(true);
  double result = 1;
  std::thread([&] { result = half_of_the_least(); }).join();
  EXPECT_EQ(result, 0);
}
#endif

TEST(FlushedDenormals, StayWhereTheyAreKept) {
  const FlushedDenormals flushed(true);
  const FlushedDenormals kept(false);
  const double half = half_of_the_least();
  EXPECT_GT(half * 4, std::numeric_limits<double>::min());
}

TEST(FlushedDenormals, AreBackAfterwards) {
  { const FlushedDenormals flushed(true); }
  const double half = half_of_the_least();
  EXPECT_GT(half * 4, std::numeric_limits<double>::min());
}

}  // namespace
}  // namespace cardon
