// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <atomic>
#include <cardon/thorn/block.hpp>
#include <chrono>
#include <functional>
#include <string>
#include <thread>

#include "grid/task_call.hpp"
#include "guards/task_watch.hpp"

namespace cardon {
namespace {

using std::chrono::milliseconds;

const std::function<bool()>* ends = nullptr;

Real slow_step(const Block&) {
  for (int n = 0; !(*ends)() && n < 3000; ++n) std::this_thread::sleep_for(milliseconds(10));
  return 1;
}

/// A step limit, which needs no fields, that lasts until `over`.
void call_until(const std::function<bool()>& over) {
  ends = &over;
  const BlockContext context{};
  call_step_limit("Slow::step", slow_step, Block(context));
}

TEST(TaskWatch, NamesWhatDoesNotReturnOnceForEachLimit) {
  std::atomic<int> first = 0, second = 0;
  std::string name;
  const auto count = [&](const RunningTask& task, double) {
    name = task.name;
    ++first;
  };
  {
    const TaskWatch watch({0.05, count}, {0.15, [&](const auto&, double s) {
                                            EXPECT_GE(s, 0.15);
                                            ++second;
                                          }});
    call_until([&] { return second > 0; });
  }
  EXPECT_EQ(first, 1);
  EXPECT_EQ(second, 1);
  EXPECT_EQ(name, "Slow::step");
}

TEST(TaskWatch, CallsAreNotAddedUpAndTimeBetweenThemDoesNotCount) {
  std::atomic<int> reached = 0;
  const auto count = [&](const RunningTask&, double) { ++reached; };
  {
    const TaskWatch watch({0, count}, {1000, count});
    for (int n = 0; n < 20; ++n) call_until([] { return true; });
    std::this_thread::sleep_for(milliseconds(300));
  }
  EXPECT_EQ(reached, 0);
}

}  // namespace
}  // namespace cardon
