// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cardon/thorn/error.hpp>

#include "link_book.hpp"
#include "link_speed.hpp"
#include "machines.hpp"

namespace cardon {
namespace {

TEST(LinkSpeed, CountHeadersOfTheWire) {
  EXPECT_EQ(LinkSpeed::wire_bytes(8), 8u + 80 + 52);
  EXPECT_EQ(LinkSpeed::wire_bytes(1448 - 80), 1448u + 52);
  EXPECT_EQ(LinkSpeed::wire_bytes(1448 - 79), 1449u + 2 * 52);
  // Asymptotically 1500 bytes for 1448.
  EXPECT_NEAR(double(LinkSpeed::wire_bytes(1u << 20)) / (1u << 20), 1500. / 1448, 2e-4);
}

TEST(LinkSpeed, TransferTakesBytesOverBandwidth) {
  EXPECT_EQ((LinkSpeed{0, 1e6}.transfer(8)), 140'000);
  EXPECT_EQ((LinkSpeed{0, 3e6}.transfer(1 << 20)), 362'118'667);
  EXPECT_EQ((LinkSpeed{1000, 0}.transfer(1 << 20)), 0) << "no limit";
}

TEST(LinkSpeed, AVerySlowLinkIsNotAFastOne) {
  const Nanoseconds years = LinkSpeed{0, 1}.transfer(std::size_t{1} << 50);
  for (const Real bandwidth : {1e-294, 1e-12, 1e-3})
    EXPECT_GE((LinkSpeed{0, bandwidth}.transfer(1 << 20)), 1000 * nanoseconds_per_second);
  std::vector<Nanoseconds> words(3);
  LinkBook book(words);
  for (int message = 0; message < 100; ++message)
    EXPECT_GE(book.occupy(0, 2'000'000'000, years), years);
}

TEST(LinkSpeed, AreThoseOfTheLinkInBothDirections) {
  const auto figures = link_speeds(test::chain({1, 1}, 37.5e-3, 3e6));
  ASSERT_EQ(figures.size(), 4u);
  for (const std::size_t pair : {1, 2}) {
    EXPECT_EQ(figures[pair].latency, 37'500'000);
    EXPECT_EQ(figures[pair].bandwidth, 3e6);
  }
  EXPECT_EQ(figures[0].latency, 0);
  EXPECT_EQ(figures[3].latency, 0);
}

TEST(LinkSpeed, AddUpAlongTheChain) {
  Machine machine = test::chain({1, 1, 1, 1}, 10e-3, 3e6);
  machine.links[1].bandwidth = 1e6;
  machine.links[2].bandwidth = 0;
  const auto figures = link_speeds(machine);
  EXPECT_EQ(figures[3].latency, 30'000'000);
  EXPECT_EQ(figures[3].bandwidth, 1e6) << "the smallest";
  EXPECT_EQ(figures[12].latency, 30'000'000) << "and back";
  EXPECT_EQ(figures[1 * 4 + 3].bandwidth, 1e6) << "0 is no limit";
}

TEST(LinkSpeed, GoTheShorterWayAroundARing) {
  Machine machine = test::chain({1, 1, 1, 1}, 10e-3, 0);
  machine.links.push_back({"d-a", {3, 0}, 4e-3, 2e6});
  const auto figures = link_speeds(machine);
  EXPECT_EQ(figures[3].latency, 4'000'000);
  EXPECT_EQ(figures[2].latency, 14'000'000);
  EXPECT_EQ(figures[2].bandwidth, 2e6);
}

TEST(LinkSpeed, KeepADirectLinkThatIsSlowerThanADetour) {
  Machine machine = test::chain({1, 1, 1}, 1e-3, 0);
  machine.links.push_back({"a-c", {0, 2}, 50e-3, 0});
  EXPECT_EQ(link_speeds(machine)[2].latency, 50'000'000);
}

TEST(LinkSpeed, AreMissedWhereNoRouteIs) {
  Machine machine = test::chain({1, 1, 1}, 1e-3, 0);
  machine.links.pop_back();
  try {
    link_speeds(machine);
    FAIL() << "accepted";
  } catch (const Error& error) {
    EXPECT_EQ(error.problems()[0].slug, "emulation/no-link");
    EXPECT_NE(error.problems()[0].message.find("a and c"), std::string::npos);
  }
}

}  // namespace
}  // namespace cardon
