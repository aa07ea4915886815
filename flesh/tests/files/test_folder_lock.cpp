// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cardon/thorn/error.hpp>
#include <fstream>
#include <thread>

#include "../support/scratch_folder.hpp"
#include "files/folder_lock.hpp"
#include "files/numbered_folder.hpp"

namespace cardon {
namespace {

namespace fs = std::filesystem;
using State = FolderUser::State;

/// Leaves the lock of a process that has ended.
void leave_lock(const fs::path& folder) {
  const pid_t child = fork();
  if (child == 0) {
    const FolderLock lock(folder, run_use);
    _exit(0);  // without destructors, as by a signal
  }
  waitpid(child, nullptr, 0);
}

std::size_t files_in(const fs::path& folder) {
  return std::size_t(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

TEST(FolderLock, OneHasItAndLeavesNothing) {
  const ScratchFolder folder;
  {
    const FolderLock lock(folder.path, run_use);
    EXPECT_FALSE(lock.found_earlier());
    const auto user = user_of(folder.path, run_use);
    ASSERT_TRUE(user);
    EXPECT_EQ(user->state, State::going);
    EXPECT_EQ(user->process, getpid());
    EXPECT_THROW(FolderLock(folder.path, run_use), Error);
    EXPECT_NO_THROW(FolderLock(folder.path, gather_use)) << "that is another matter";
  }
  EXPECT_FALSE(user_of(folder.path, run_use));
  EXPECT_EQ(files_in(folder.path), 0u);
}

TEST(FolderLock, OfManyAtOnceOneGetsIt) {
  const ScratchFolder folder;
  for (int round = 0; round < 50; ++round) {
    if (round % 2 == 1) leave_lock(folder.path);
    std::atomic<int> got = 0, ready = 0;
    std::vector<std::thread> threads;
    std::atomic<bool> over = false;
    for (int n = 0; n < 4; ++n)
      threads.emplace_back([&] {
        std::optional<FolderLock> lock;
        try {
          lock.emplace(folder.path, run_use);
          ++got;
        } catch (const Error&) {
        }
        if (++ready == 4) over = true;
        while (!over) std::this_thread::yield();
      });
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(got, 1) << "round " << round;
    EXPECT_EQ(files_in(folder.path), 0u);
  }
}

TEST(FolderLock, OfAProcessThatHasEndedIsNoObstacle) {
  const ScratchFolder folder;
  leave_lock(folder.path);
  leave_lock(folder.path);
  ASSERT_EQ(user_of(folder.path, run_use)->state, State::ended);
  EXPECT_NO_THROW(require_unlocked(folder.path, run_use));
  FolderLock lock(folder.path, run_use);
  EXPECT_TRUE(lock.found_earlier());
  FolderLock moved = std::move(lock);
  EXPECT_THROW(require_unlocked(folder.path, run_use), Error);
  moved.release();
  EXPECT_EQ(files_in(folder.path), 0u);
}

TEST(FolderLock, ThatTellsNothingIsKept) {
  const ScratchFolder folder;
  const fs::path file = folder.path / ".run-lock-1";
  for (const char* text :
       {"", "host", "host a\nprocess x\n", "host a\nprocess 1\nbegan 1\namong b\n"}) {
    std::ofstream(file, std::ios::trunc) << text;
    EXPECT_EQ(user_of(folder.path, run_use)->state, State::unknown) << text;
    EXPECT_THROW(FolderLock(folder.path, run_use), Error) << text;
  }
  fs::remove(file);
  fs::create_symlink("/nowhere", file);
  EXPECT_THROW(FolderLock(folder.path, run_use), Error);
  EXPECT_TRUE(is_folder_lock(file));
  EXPECT_FALSE(is_folder_lock(folder.path / "log.txt"));
}

TEST(FolderLock, AFolderThatMayNotBeWrittenToIsAnErrorOfTheEnvironment) {
  try {
    const FolderLock lock("/proc/self", run_use);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.exit_code(), exit_environment);
    EXPECT_EQ(error.problems().front().slug, "environment/folder");
  }
}

TEST(NumberedFolder, ComesBehindTheLastOne) {
  const ScratchFolder folder;
  std::error_code failure;
  const fs::path parent = folder.path / "deep/runs";
  EXPECT_EQ(make_numbered_folder(parent, failure).filename(), "0001");
  EXPECT_EQ(make_numbered_folder(parent, failure).filename(), "0002");
  fs::remove(parent / "0001");
  fs::create_directory(parent / "9999");
  fs::create_directory(parent / "of mine");
  EXPECT_EQ(make_numbered_folder(parent, failure).filename(), "10000");
  std::ofstream(parent / "10001") << "a file";
  EXPECT_EQ(make_numbered_folder(parent, failure).filename(), "10002");
  EXPECT_FALSE(failure);
  make_numbered_folder(parent / "10001", failure);
  EXPECT_TRUE(failure);
  EXPECT_EQ(folder_number("0012"), 12);
  EXPECT_FALSE(folder_number("12"));
  EXPECT_FALSE(folder_number("0012a"));
  EXPECT_FALSE(folder_number(""));
}

}  // namespace
}  // namespace cardon
