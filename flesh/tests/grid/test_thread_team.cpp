// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cardon/kit/grid/thread_team.hpp>
#include <cardon/thorn/error.hpp>
#include <set>
#include <stdexcept>
#include <thread>
#include <vector>

#include "base/denormal_mode.hpp"

using namespace cardon;

namespace {

constexpr int rounds = 2000;

TEST(ThreadTeam, DoesEachJobOnceInEveryRun) {
  for (const int threads : {1, 2, 3, 4}) {
    ThreadTeam team(threads);
    EXPECT_EQ(team.threads(), threads);
    for (int round = 0; round < rounds; ++round) {
      const int jobs = round % 23;
      std::vector<int> done(std::size_t(jobs),
                            0);  // not atomic: a job that is done twice is a race
      team.run(jobs, [&](int job, int) { ++done[std::size_t(job)]; });
      ASSERT_EQ(done, std::vector<int>(std::size_t(jobs), 1)) << "round " << round;
      team.share(jobs, [&](int job, int) { ++done[std::size_t(job)]; });
      ASSERT_EQ(done, std::vector<int>(std::size_t(jobs), 2)) << "round " << round;
    }
  }
}

TEST(ThreadTeam, NumbersItsThreadsAndTheCallerIsTheFirst) {
  ThreadTeam team(3);
  std::atomic<int> here = 0;
  std::vector<std::thread::id> ids(3);
  // Each waits for the others, so that every thread gets a job.
  team.run(3, [&](int, int thread) {
    ids.at(std::size_t(thread)) = std::this_thread::get_id();
    ++here;
    while (here < 3) std::this_thread::yield();
  });
  EXPECT_EQ(ids[0], std::this_thread::get_id());
  EXPECT_EQ(std::set<std::thread::id>(ids.begin(), ids.end()).size(), 3U);
}

TEST(ThreadTeam, SharesJobsInSuccession) {
  for (const int threads : {2, 3, 4}) {
    ThreadTeam team(threads);
    // Often: a thread that is late must not begin with the share of another one.
    for (int round = 0; round < rounds; ++round) {
      const int each = std::array{1, 2, 5}[std::size_t(round % 3)], jobs = threads * each;
      std::vector<int> by(std::size_t(jobs), -1);
      std::atomic<int> begun = 0;
      // Nobody is through with the first one of a share before all have begun theirs.
      team.share(jobs, [&](int job, int thread) {
        by[std::size_t(job)] = thread;
        if (job % each == 0) ++begun;
        while (begun < threads) std::this_thread::yield();
      });
      for (int thread = 0; thread < threads; ++thread)
        ASSERT_EQ(by[std::size_t(thread * each)], thread);
    }
  }
}

TEST(ThreadTeam, WhoIsThroughHelpsFromTheEndOfAShare) {
  ThreadTeam team(2);
  std::vector<int> by(10, -1);
  std::atomic<int> helped = 0;
  std::atomic<bool> begun = false;
  // The first thread stays in its first job until the other one has done all the rest.
  team.share(10, [&](int job, int thread) {
    by[std::size_t(job)] = thread;
    if (job > 0) ++helped;
    if (job == 0) begun = true;
    while (!begun || (thread == 0 && helped < 9)) std::this_thread::yield();
  });
  EXPECT_EQ(by[0], 0);
  EXPECT_EQ(std::count(by.begin(), by.end(), 1), 9);
}

TEST(ThreadTeam, ThrowsWhatTheFirstFailedJobThrew) {
  ThreadTeam team(4);
  for (int round = 0; round < rounds; ++round) {
    std::string text;
    const auto fail = [](int job, int) {
      if (job % 10 == 7) throw std::runtime_error("job " + std::to_string(job));
    };
    try {
      if (round % 2 == 0)
        team.run(40, fail);
      else
        team.share(40, fail);
    } catch (const std::runtime_error& error) {
      text = error.what();
    }
    ASSERT_EQ(text, "job 7");
  }
  int done = 0;
  team.run(1, [&](int, int) { ++done; });
  EXPECT_EQ(done, 1);
}

TEST(ThreadTeam, RefusesAJobThatUsesTheTeam) {
  ThreadTeam team(2);
  EXPECT_THROW(team.run(2, [&](int, int) { team.run(2, [](int, int) {}); }), Bug);
  int done = 0;
  team.run(1, [&](int, int) { ++done; });
  EXPECT_EQ(done, 1);
}

TEST(ThreadTeam, TreatsDenormalsAsItsCallerDoes) {
  ThreadTeam team(2);
  const auto caller = DenormalMode::Treatment::flush;
  const DenormalMode mode(caller);
  std::atomic<int> here = 0, alike = 0;
  team.run(2, [&](int, int) {
    if (DenormalMode::current() == DenormalMode::Treatment::flush) ++alike;
    ++here;
    while (here < 2) std::this_thread::yield();
  });
  EXPECT_EQ(alike, DenormalMode::current() == caller ? 2 : 0);
}

}  // namespace
