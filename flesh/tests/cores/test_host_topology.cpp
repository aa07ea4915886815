// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <cardon/thorn/error.hpp>
#include <numeric>
#include <thread>

#include "cores/host_topology.hpp"

namespace cardon {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using Places = std::vector<std::vector<int>>;

constexpr std::size_t MiB = std::size_t{1} << 20;

// Two sockets of two last-level caches, each shared by four cores of two hardware threads.
HostTopology two_sockets() {
  return HostTopology("pack:2 numa:1 l3:2(size=33554432) l2:4(size=524288) core:1 pu:2");
}

std::vector<int> first_processors(int n) {
  std::vector<int> numbers(static_cast<std::size_t>(n));
  std::iota(numbers.begin(), numbers.end(), 0);
  return numbers;
}

TEST(HostTopology, CountsCoresAndNotTheirThreads) {
  EXPECT_EQ(two_sockets().cores(), 16);
  EXPECT_EQ(HostTopology("core:3 pu:1").cores(), 3);
}

TEST(HostTopology, SharesLastLevelCachesAmongThoseBelowThem) {
  const HostTopology host = two_sockets();
  EXPECT_EQ(host.last_level_share(1, 64 * MiB), 32 * MiB);
  EXPECT_EQ(host.last_level_share(4, 64 * MiB), 32 * MiB) << "one on each cache";
  EXPECT_EQ(host.last_level_share(6, 64 * MiB), 16 * MiB);
  EXPECT_EQ(host.last_level_share(16, 64 * MiB), 8 * MiB);
  EXPECT_EQ(host.last_level_share(1000, 64 * MiB), 8 * MiB) << "of other computers";
  EXPECT_EQ(host.last_level_share(16, 16 * MiB), 4 * MiB) << "of a cache that is not believed";
  EXPECT_EQ(HostTopology("core:3 pu:1").last_level_share(2, 64 * MiB), 0u);
}

TEST(HostTopology, SpreadsThreadsOverCachesWithACoreForEach) {
  const HostTopology host = two_sockets();
  EXPECT_EQ(host.places(4, first_processors(32)), (Places{{0, 1}, {8, 9}, {16, 17}, {24, 25}}));
  const Places all = host.places(16, first_processors(32));
  ASSERT_EQ(all.size(), 16u);
  for (int n = 0; n < 16; ++n) EXPECT_THAT(all[std::size_t(n)], ElementsAre(2 * n, 2 * n + 1));
}

TEST(HostTopology, StaysWithinTheProcessorsOfTheProcess) {
  const HostTopology host = two_sockets();
  EXPECT_EQ(host.places(2, {4, 5, 6, 7, 8, 9, 10, 11}), (Places{{4, 5}, {8, 9}}));
  EXPECT_EQ(host.places(2, {1, 9}), (Places{{1}, {9}}));
  // Three cores, of one of which the process has one hardware thread only.
  EXPECT_EQ(host.places(3, {0, 1, 2, 3, 8}), (Places{{0, 1}, {2, 3}, {8}}));
}

TEST(HostTopology, LeavesToTheSystemWhatItCanDoAsWell) {
  const HostTopology host = two_sockets();
  EXPECT_THAT(host.places(17, first_processors(32)), IsEmpty()) << "too few cores";
  EXPECT_THAT(host.places(4, first_processors(8)), IsEmpty()) << "one cache and one memory";
  EXPECT_THAT(HostTopology("core:8 pu:1").places(2, first_processors(8)), IsEmpty());
}

TEST(HostTopology, KnowsThisComputer) {
  const std::vector<int> processors = processors_of_process();
  ASSERT_FALSE(processors.empty());
  EXPECT_GE(HostTopology::of_this_host().cores(), 1);
  std::vector<int> bound;
  std::thread([&] {
    bind_thread({processors.back()});
    bound = processors_of_process();
  }).join();
  EXPECT_THAT(bound, ElementsAre(processors.back()));
  EXPECT_EQ(processors_of_process(), processors) << "of other threads";
}

TEST(HostTopology, AWrongDescriptionIsABug) { EXPECT_THROW(HostTopology("wheel:4"), Bug); }

}  // namespace
}  // namespace cardon
