// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <thread>

#include "session/signals.hpp"

namespace cardon {
namespace {

TEST(SignalWatch, NotesTheFirst) {
  const SignalWatch watch;
  EXPECT_EQ(SignalWatch::caught(), 0);
  std::raise(SIGUSR1);
  std::raise(SIGTERM);  // at once: counts as the same wish
  EXPECT_EQ(SignalWatch::caught(), SIGUSR1);
}

TEST(SignalWatch, NotesWhatSchedulersSend) {
  for (const int signal : SignalWatch::wishes) {
    const SignalWatch watch;
    std::raise(signal);
    EXPECT_EQ(SignalWatch::caught(), signal);
  }
}

TEST(SignalWatch, WritesFailInsteadOfEndingTheProcess) {
  const SignalWatch watch;
  std::raise(SIGPIPE);
  std::raise(SIGXFSZ);
  EXPECT_EQ(SignalWatch::caught(), 0);
}

TEST(SignalWatch, RespectsNohup) {
  std::signal(SIGHUP, SIG_IGN);
  {
    const SignalWatch watch;
    EXPECT_TRUE(SignalWatch::ignores_hangup());
    std::raise(SIGHUP);
    EXPECT_EQ(SignalWatch::caught(), 0);
  }
  EXPECT_TRUE(SignalWatch::ignores_hangup());
  std::signal(SIGHUP, SIG_DFL);
}

TEST(SignalWatch, AnAnnouncementBeforeAnOrderIsNoReasonToEndAtOnce) {
  const SignalWatch watch;
  std::raise(SIGUSR2);
  std::this_thread::sleep_for(std::chrono::milliseconds(1050));
  std::raise(SIGXCPU);
  std::raise(SIGTERM);
  EXPECT_EQ(SignalWatch::caught(), SIGUSR2);
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
