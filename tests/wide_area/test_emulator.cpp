// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "control.hpp"

namespace wan {
namespace {

constexpr Nanoseconds ms = 1'000'000;

TEST(Link, PacketsLeaveOneAfterTheOtherAndArriveTheLatencyLater) {
  Link link;
  link.set(37 * ms, 3e6);  // 1500 bytes take 0.5 ms
  EXPECT_EQ(link.admit(0, 1500), 37 * ms + ms / 2);
  EXPECT_EQ(link.admit(0, 1500), 38 * ms);
  EXPECT_EQ(link.admit(100 * ms, 3000), 138 * ms);
  EXPECT_EQ(link.counters().packets, 3u);
  EXPECT_EQ(link.counters().bytes, 6000u);
}

TEST(Link, WithoutALimitOfTheRatePacketsDoNotWait) {
  Link link;
  link.set(5 * ms, 0);
  EXPECT_EQ(link.admit(0, 1'000'000), 5 * ms);
  EXPECT_EQ(link.admit(0, 1'000'000), 5 * ms);
}

TEST(Link, WhatDoesNotFitIntoTheQueueIsLost) {
  Link link;
  link.set(0, 1e6);
  int accepted = 0;
  while (link.admit(0, 1 << 10)) ++accepted;
  EXPECT_EQ(accepted, 1025);  // a mebibyte waits while one more is on its way out
  EXPECT_EQ(link.counters().lost_in_queue, 1u);
  EXPECT_TRUE(link.admit(3 * ms, 1 << 10));
}

TEST(Link, ACutLinkLosesEverything) {
  Link link;
  link.set_up(false);
  EXPECT_FALSE(link.admit(0, 100));
  EXPECT_EQ(link.counters().lost_by_cut, 1u);
  link.set_up(true);
  EXPECT_TRUE(link.admit(0, 100));
}

TEST(Link, ALowerLatencyDoesNotLetPacketsOvertake) {
  Link link;
  link.set(50 * ms, 0);
  EXPECT_EQ(link.admit(0, 100), 50 * ms);
  link.set(10 * ms, 0);
  EXPECT_EQ(link.admit(1 * ms, 100), 50 * ms);
  EXPECT_EQ(link.admit(60 * ms, 100), 70 * ms);
}

std::string packet(unsigned char site) {
  std::string bytes(40, '\0');
  bytes[0] = 0x45;
  bytes[16] = 10;
  bytes[17] = 77;
  bytes[18] = char(site);
  bytes[19] = 1;
  return bytes;
}

std::string arrivals(Network& network, Nanoseconds now) {
  std::string sites;
  network.deliver(now, [&](std::size_t to, const std::string&) { sites += char('a' + to); });
  return sites;
}

TEST(Network, DeliversInTheOrderOfArrivalWhateverTheLink) {
  Network network({"a", "b", "c"});
  EXPECT_EQ(control(network, "set a b 30 0"), "");
  EXPECT_EQ(control(network, "set a c 10 0"), "");
  EXPECT_FALSE(network.next_arrival());
  network.send(0, packet(2), 0);
  network.send(0, packet(3), 0);
  EXPECT_EQ(network.next_arrival(), 10 * ms);
  EXPECT_EQ(arrivals(network, 9 * ms), "");
  EXPECT_EQ(arrivals(network, 40 * ms), "cb");
  EXPECT_FALSE(network.next_arrival());
}

TEST(Network, ForeignPacketsAreDropped) {
  Network network({"a", "b"});
  network.send(0, packet(0), 0);
  network.send(0, packet(1), 0);  // to itself
  network.send(0, packet(3), 0);
  network.send(0, "short", 0);
  EXPECT_FALSE(network.next_arrival());
}

TEST(Control, SetsCutsAndHealsBothDirections) {
  Network network({"a", "b", "c"});
  EXPECT_EQ(control(network, "set * * 37 24"), "");
  EXPECT_EQ(control(network, "cut b a"), "");
  const std::string status = control(network, "status");
  EXPECT_NE(status.find("a -> b: 37 ms, 24 Mbit/s, CUT;"), std::string::npos) << status;
  EXPECT_NE(status.find("b -> a: 37 ms, 24 Mbit/s, CUT;"), std::string::npos);
  EXPECT_NE(status.find("a -> c: 37 ms, 24 Mbit/s; 0 packets"), std::string::npos);
  EXPECT_EQ(control(network, "heal a *"), "");
  EXPECT_EQ(control(network, "status").find("CUT"), std::string::npos);
}

TEST(Control, RefusesWhatItDoesNotKnow) {
  Network network({"a", "b"});
  for (const char* line : {"", "dance", "set a b", "set a b -1 2", "set a x 1 2", "cut", "cut a a"})
    EXPECT_EQ(control(network, line).rfind("error: ", 0), 0u) << line;
}

}  // namespace
}  // namespace wan
