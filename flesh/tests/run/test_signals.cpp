// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <thread>

#include "run/signals.hpp"

namespace cardon {
namespace {

TEST(SignalWatch, NotesTheFirst) {
  const SignalWatch watch;
  EXPECT_EQ(SignalWatch::caught(), 0);
  std::raise(SIGUSR1);
  std::raise(SIGTERM);  // at once: counts as the same wish
  EXPECT_EQ(SignalWatch::caught(), SIGUSR1);
  EXPECT_STREQ(SignalWatch::name(SignalWatch::caught()), "SIGUSR1");
}

TEST(SignalWatchDeathTest, ASecondOneEndsTheProcess) {
  EXPECT_EXIT(
      {
        const SignalWatch watch;
        std::raise(SIGINT);
        std::this_thread::sleep_for(std::chrono::milliseconds(1050));
        std::raise(SIGTERM);
        std::exit(0);
      },
      ::testing::KilledBySignal(SIGTERM), "");
}

TEST(SignalWatchDeathTest, LeavesNothingBehind) {
  EXPECT_EXIT(
      {
        { const SignalWatch watch; }
        std::raise(SIGTERM);
        std::exit(0);
      },
      ::testing::KilledBySignal(SIGTERM), "");
}

}  // namespace
}  // namespace cardon
