// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <set>
#include <thread>
#include <vector>

#include "scalars/thread_shares.hpp"

namespace cardon {
namespace {

// More threads than shares, so that some have one in common.
TEST(ThreadShares, AddUpToWhatAllThreadsHaveAdded) {
  constexpr int threads = 80, times = 200;
  ThreadShares<long> sums;
  std::vector<std::jthread> team;
  for (int n = 0; n < threads; ++n)
    team.emplace_back([&] {
      for (int i = 0; i < times; ++i) sums.use([](long& sum) { ++sum; });
    });
  team.clear();
  long all = 0;
  sums.visit([&](long sum) { all += sum; });
  EXPECT_EQ(all, long(threads) * times);
}

TEST(ThreadShares, AreOfOneThreadEachInATeam) {
  ThreadShares<std::set<std::thread::id>> users;
  const auto note = [&] {
    users.use([](std::set<std::thread::id>& ids) { ids.insert(std::this_thread::get_id()); });
  };
  std::vector<std::jthread> team;
  for (int n = 0; n < 8; ++n)
    team.emplace_back([&] {
      note();
      note();
    });
  team.clear();
  int used = 0;
  users.visit([&](const std::set<std::thread::id>& ids) { used += ids.size() == 1 ? 1 : 0; });
  EXPECT_EQ(used, 8);
}

}  // namespace
}  // namespace cardon
