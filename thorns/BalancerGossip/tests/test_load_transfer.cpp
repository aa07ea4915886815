// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "load_transfer.hpp"

namespace cardon {
namespace {

TEST(LoadTransfer, DrawsInProportionToTheRoom) {
  const std::vector<Gossip::Entry> known{{3, 1000}, {5, 3000}, {9, 6000}};
  SmallRandom random(1, 0);
  for (const bool informed : {true, false}) {
    LoadTransfer transfer(known, informed);
    std::map<int, double> counts;
    for (int i = 0; i < 900; ++i) ++counts[transfer.target(1e-6, random)];
    EXPECT_NEAR(counts[3], informed ? 90 : 300, 60);
    EXPECT_NEAR(counts[9], informed ? 540 : 300, 60);
  }
}

TEST(LoadTransfer, NeverExceedsTheRoomThatIsKnown) {
  SmallRandom random(2, 0);
  LoadTransfer transfer({{0, 3}, {1, 5}}, true);
  std::map<int, double> given;
  for (int i = 0; i < 100; ++i)
    if (const int to = transfer.target(1, random); to >= 0) given[to] += 1;
  EXPECT_EQ(given[0], 3);
  EXPECT_EQ(given[1], 5);
  EXPECT_EQ(transfer.target(1, random), -1);
  EXPECT_EQ(LoadTransfer({}, true).target(1, random), -1);
  LoadTransfer other({{0, 3}, {1, 5}}, true);
  other.refused(0);
  for (int i = 0; i < 5; ++i) EXPECT_EQ(other.target(1, random), 1);
}

// 8192 ranks with mean load 35 and standard deviation 8, one at 66; full knowledge. The
// dissertation has a final maximum of 44 (naive) and 38 (informed) among the ranks that were
// underloaded; an independent simulation 43.7 and 39.1 for blocks of 0.1.
double final_max(bool informed, double block, unsigned seed) {
  SmallRandom random(seed, 0);
  std::vector<double> loads{66};
  while (loads.size() < 8192) {
    const double u = random.uniform(), v = random.uniform();
    loads.push_back(35 + 8 * std::sqrt(-2 * std::log(1 - u)) * std::cos(6.283185307 * v));
  }
  std::vector<Gossip::Entry> known;
  std::vector<double> received(loads.size(), 0.0);
  for (std::size_t r = 0; r < loads.size(); ++r)
    if (loads[r] < 35) known.push_back({int(r), 35 - loads[r]});
  for (const double load : loads) {
    if (load <= 35) continue;
    LoadTransfer transfer(known, informed);
    for (double left = load; left > 35; left -= block)
      if (const int to = transfer.target(block, random); to >= 0)
        received[std::size_t(to)] += block;
  }
  double max = 0;
  for (const Gossip::Entry& entry : known)
    max = std::max(max, loads[std::size_t(entry.rank)] + received[std::size_t(entry.rank)]);
  return max;
}

TEST(LoadTransfer, InformedTransferSpreadsFineBlocksBetter) {
  const double informed = final_max(true, 0.4, 1), naive = final_max(false, 0.4, 1);
  EXPECT_LT(informed + 2, naive);
  EXPECT_NEAR(informed, 43, 3);
}

}  // namespace
}  // namespace cardon
