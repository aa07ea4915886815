// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <atomic>
#include <cardon/kit/background_writer.hpp>
#include <chrono>
#include <future>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace cardon {
namespace {

using ::testing::ElementsAre;

std::string text_of(const std::exception_ptr& reason) {
  try {
    std::rethrow_exception(reason);
  } catch (const std::exception& error) {
    return error.what();
  }
}

// Keeps the writer's thread until it is opened.
class Gate {
 public:
  BackgroundWriter::Work waiting() const {
    return [open = open_.get_future().share()] { open.wait(); };
  }
  void open() { open_.set_value(); }

 private:
  mutable std::promise<void> open_;
};

TEST(BackgroundWriter, WorksInOrderOnAThreadOfItsOwn) {
  BackgroundWriter writer(1000);
  std::vector<int> order;
  std::thread::id thread;
  for (int n = 0; n < 100; ++n) {
    writer.begin(std::size_t(n), n);
    writer.add(10, [&, n] {
      order.push_back(n);
      thread = std::this_thread::get_id();
    });
  }
  writer.drain();
  ASSERT_EQ(order.size(), 100u);
  for (int n = 0; n < 100; ++n) EXPECT_EQ(order[std::size_t(n)], n);
  EXPECT_NE(thread, std::this_thread::get_id());
}

TEST(BackgroundWriter, WhatIsGivenGoesOnWhileTheRunComputes) {
  BackgroundWriter writer(1000);
  Gate gate;
  std::atomic<bool> done = false;
  writer.begin(0, 0);
  writer.add(10, gate.waiting());
  writer.add(10, [&] { done = true; });
  EXPECT_FALSE(done);
  gate.open();
  writer.drain();
  EXPECT_TRUE(done);
}

// The gate opens when the run begins to wait.
TEST(BackgroundWriter, HoldsNoMoreMemoryThanIsAllowed) {
  Gate gate;
  bool waited = false;
  BackgroundWriter writer(100, [&] {
    if (!waited) gate.open();
    waited = true;
  });
  std::atomic<int> held = 0, max_held = 0;
  struct Copy {
    explicit Copy(std::atomic<int>& count) : count_(count) { ++count_; }
    ~Copy() { --count_; }
    std::atomic<int>& count_;
  };
  writer.begin(0, 0);
  writer.add(0, gate.waiting());
  for (int n = 0; n < 20; ++n) {
    writer.add(40, [copy = std::make_shared<Copy>(held)] {});
    max_held = std::max(max_held.load(), held.load());
    EXPECT_EQ(waited, n >= 2);
  }
  EXPECT_LE(max_held, 2);
  EXPECT_GT(writer.figures().waited, 0);
}

TEST(BackgroundWriter, TakesACopyThatIsLargerThanAllowedAlone) {
  BackgroundWriter writer(100);
  int done = 0;
  writer.begin(0, 0);
  for (int n = 0; n < 3; ++n) writer.add(1000, [&] { ++done; });
  writer.drain();
  EXPECT_EQ(done, 3);
}

TEST(BackgroundWriter, LeavesOutTheRestOfAnOutputThatFailed) {
  BackgroundWriter writer(1000);
  std::vector<std::string> done;
  const auto give = [&](const std::string& name, bool fails = false) {
    writer.add(1, [&done, name, fails] {
      if (fails) throw std::runtime_error(name);
      done.push_back(name);
    });
  };
  writer.begin(3, 20);
  give("a");
  give("b", true);
  give("c", true);
  writer.begin(4, 20);
  give("d");
  writer.begin(3, 40);
  give("e");
  writer.begin(4, 40);
  give("f", true);
  writer.drain();
  EXPECT_THAT(done, ElementsAre("a", "d", "e"));
  const auto failures = writer.take_failures();
  ASSERT_EQ(failures.size(), 2u);
  EXPECT_EQ(failures[0].entry, 3u);
  EXPECT_EQ(failures[0].iteration, 20);
  EXPECT_EQ(text_of(failures[0].reason), "b");
  EXPECT_EQ(failures[1].entry, 4u);
  EXPECT_EQ(failures[1].iteration, 40);
  EXPECT_TRUE(writer.take_failures().empty());
}

TEST(BackgroundWriter, FailuresOfAnEntryAreKnownBeforeItsNextOutput) {
  BackgroundWriter writer(1000);
  writer.begin(0, 1);
  writer.add(1, [] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    throw std::runtime_error("full");
  });
  writer.begin(1, 1);  // waits for nothing
  writer.begin(0, 2);
  EXPECT_EQ(writer.take_failures().size(), 1u);
}

TEST(BackgroundWriter, DoesAllBeforeItEnds) {
  int done = 0;
  {
    BackgroundWriter writer(1000);
    writer.begin(0, 0);
    for (int n = 0; n < 10; ++n)
      writer.add(1, [&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
        ++done;
      });
  }
  EXPECT_EQ(done, 10);
}

TEST(BackgroundWriter, SaysHowLongItWorked) {
  BackgroundWriter writer(1000);
  writer.begin(0, 0);
  writer.add(1, [] { std::this_thread::sleep_for(std::chrono::milliseconds(30)); });
  writer.drain();
  EXPECT_GE(writer.figures().written, 0.03);
  EXPECT_GT(writer.figures().waited, 0);
}

}  // namespace
}  // namespace cardon
