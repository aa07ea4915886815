// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <map>
#include <mutex>

#include "message_cost.hpp"
#include "support/local_transport.hpp"

namespace cardon {
namespace {

std::map<int, double> by_rank(const std::vector<std::vector<int>>& sites) {
  int size = 0;
  for (const std::vector<int>& ranks : sites) size += int(ranks.size());
  std::mutex mutex;
  std::map<int, double> seconds;
  on_ranks(size, [&](Transport& transport) {
    const double own = measured_message_seconds(transport, 17, sites);
    const std::lock_guard lock(mutex);
    seconds[transport.rank()] = own;
  });
  return seconds;
}

TEST(MessageCost, IsMeasuredAmongTheRanksOfASite) {
  for (const auto& [rank, seconds] : by_rank({{0, 2, 3}, {1, 4}})) {
    EXPECT_GT(seconds, 0) << rank;
    EXPECT_LT(seconds, 0.01) << rank;
  }
}

TEST(MessageCost, IsNotKnownToARankAlone) {
  const std::map<int, double> seconds = by_rank({{0, 1}, {2}});
  EXPECT_GT(seconds.at(1), 0);
  EXPECT_EQ(seconds.at(2), 0);
}

}  // namespace
}  // namespace cardon
