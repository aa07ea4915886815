// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "peer_silence.hpp"

namespace cardon {
namespace {

using Ranks = std::vector<int>;

TEST(PeerSilence, CountsTheTimeSinceTheFirstLookWithoutASign) {
  ThreadWorld world(3);
  PeerSilence peers(world, 10);
  EXPECT_EQ(peers.silent({1, 2}, 11, 3), Ranks{});
  EXPECT_EQ(peers.silent({1, 2}, 12, 3), Ranks{});
  world.look(1);
  EXPECT_EQ(peers.silent({1, 2}, 13, 3), Ranks{});
  EXPECT_EQ(peers.silent({1, 2}, 14, 3), Ranks{2});
  EXPECT_EQ(peers.silent({1, 2}, 15, 3), Ranks{2});
  EXPECT_EQ(peers.silent({1, 2}, 16, 3), (Ranks{1, 2}));
}

// After SIGSTOP, or a night with the lid closed.
TEST(PeerSilence, TimeWithoutLooksHardlyCounts) {
  ThreadWorld world(2);
  PeerSilence peers(world, 0);
  EXPECT_EQ(peers.silent({1}, 1, 5), Ranks{});
  EXPECT_EQ(peers.silent({1}, 3600, 5), Ranks{});
  EXPECT_EQ(peers.silent({1}, 3601, 5), Ranks{});
  EXPECT_EQ(peers.silent({1}, 3604, 5), Ranks{1});
}

TEST(PeerSilence, WhoIsWaitedForLaterIsCountedFromThen) {
  ThreadWorld world(3);
  PeerSilence peers(world, 0);
  EXPECT_EQ(peers.silent({1}, 1, 2), Ranks{});
  EXPECT_EQ(peers.silent({1, 2}, 2, 2), Ranks{});
  EXPECT_EQ(peers.silent({1, 2}, 3, 2), Ranks{1});
}

}  // namespace
}  // namespace cardon
