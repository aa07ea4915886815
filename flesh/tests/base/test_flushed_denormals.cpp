// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <limits>
#include <thread>

#include "base/flushed_denormals.hpp"

namespace cardon {
namespace {

double half_of_the_least() {
  volatile double least = std::numeric_limits<double>::min();
  return least / 2;
}

#if defined(__x86_64__) || defined(__aarch64__)
TEST(FlushedDenormals, AreZero) {
  const FlushedDenormals flushed;
  EXPECT_EQ(half_of_the_least(), 0);
}

TEST(FlushedDenormals, AreZeroInThreadsStartedMeanwhile) {
  const FlushedDenormals flushed;
  double result = 1;
  std::thread([&] { result = half_of_the_least(); }).join();
  EXPECT_EQ(result, 0);
}
#endif

TEST(FlushedDenormals, AreBackAfterwards) {
  { const FlushedDenormals flushed; }
  const double half = half_of_the_least();
  EXPECT_GT(half * 4, std::numeric_limits<double>::min());
}

}  // namespace
}  // namespace cardon
