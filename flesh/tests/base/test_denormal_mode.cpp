// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <limits>
#include <thread>

#include "base/denormal_mode.hpp"

namespace cardon {
namespace {

double half_of_the_smallest() {
  volatile double smallest = std::numeric_limits<double>::min();
  return smallest / 2;
}

#if defined(__x86_64__) || defined(__aarch64__)
TEST(DenormalMode, FlushedOnesAreZero) {
  const DenormalMode flushed(DenormalMode::Treatment::flush);
  EXPECT_EQ(half_of_the_smallest(), 0);
}

TEST(DenormalMode, IsToldAndMayBeTheOther) {
  const DenormalMode flushed(DenormalMode::Treatment::flush);
  EXPECT_EQ(DenormalMode::current(), DenormalMode::Treatment::flush);
  const DenormalMode kept(DenormalMode::Treatment::keep);
  EXPECT_EQ(DenormalMode::current(), DenormalMode::Treatment::keep);
  EXPECT_GT(half_of_the_smallest(), 0);
}

TEST(DenormalMode, HoldsInThreadsStartedMeanwhile) {
  const DenormalMode flushed(DenormalMode::Treatment::flush);
  double result = 1;
  std::thread([&] { result = half_of_the_smallest(); }).join();
  EXPECT_EQ(result, 0);
}
#endif

TEST(DenormalMode, EndsWithTheObject) {
  { const DenormalMode flushed(DenormalMode::Treatment::flush); }
  const double half = half_of_the_smallest();
  EXPECT_GT(half * 4, std::numeric_limits<double>::min());
}

}  // namespace
}  // namespace cardon
