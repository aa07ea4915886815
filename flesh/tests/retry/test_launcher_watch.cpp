// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>

#include "retry/launcher_watch.hpp"

namespace cardon {
namespace {

/// Starts processes that end at once, until it is ended, at most for so many seconds; returns in
/// the parent.
pid_t start_storm(double seconds) {
  const pid_t storm = fork();
  if (storm != 0) return storm;
  const auto start = std::chrono::steady_clock::now();
  while (std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() <
         seconds) {
    const pid_t child = fork();
    if (child == 0) _exit(0);
    waitpid(child, nullptr, 0);
  }
  _exit(0);
}

// They may end between two looks of any kind at them; about every other time one does, just there.
TEST(LauncherWatch, OtherProcessesMayEndWhileTheyAreLookedAt) {
  const pid_t storm = start_storm(20);
  LauncherWatch watch(getpid(), "/no/such/program");
  for (int look = 0; look < 1000; ++look) EXPECT_EQ(watch.alone().count(), 0);
  kill(storm, SIGKILL);
  waitpid(storm, nullptr, 0);
}

}  // namespace
}  // namespace cardon
