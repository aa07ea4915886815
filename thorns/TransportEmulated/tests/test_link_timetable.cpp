// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "link_timetable.hpp"
#include "machines.hpp"

namespace cardon {
namespace {

constexpr Nanoseconds second = nanoseconds_per_second;

TEST(LinkTimetable, HasOneEntryWithoutChanges) {
  const LinkTimetable table(test::chain({1, 1}, 10e-3, 3e6));
  EXPECT_FALSE(table.changes());
  EXPECT_EQ(table.pairs(), 4u);
  EXPECT_EQ(table.at(1000 * second, 1).latency, 10'000'000);
  EXPECT_EQ(table.min_latency(), 10'000'000);
  EXPECT_EQ(LinkTimetable(test::chain({1, 1}, 0, 0)).min_latency(), 0);
}

TEST(LinkTimetable, ChangesOneLinkAndTheRoutesOverIt) {
  Machine machine = test::chain({1, 1, 1}, 10e-3, 3e6);
  machine.emulation.changes = {{.after = 5, .link = 1, .latency = 40e-3, .bandwidth = -1},
                               {.after = 8, .link = 1, .latency = -1, .bandwidth = 1e6},
                               {.after = 9, .link = 0, .latency = 2e-3, .bandwidth = 2e6}};
  const LinkTimetable table(machine);
  EXPECT_TRUE(table.changes());
  const std::size_t ab = 1, bc = 5, ac = 2, ca = 6;
  EXPECT_EQ(table.at(5 * second - 1, bc).latency, 10'000'000);
  EXPECT_EQ(table.at(5 * second, bc).latency, 40'000'000);
  EXPECT_EQ(table.at(5 * second, bc).bandwidth, 3e6) << "as before";
  EXPECT_EQ(table.at(7 * second, ab).latency, 10'000'000) << "another link";
  EXPECT_EQ(table.at(7 * second, ac).latency, 50'000'000) << "a route over it";
  EXPECT_EQ(table.at(8 * second, ca).bandwidth, 1e6) << "and back";
  EXPECT_EQ(table.at(8 * second, bc).latency, 40'000'000) << "changes add up";
  EXPECT_EQ(table.at(100 * second, ac).latency, 42'000'000);
  EXPECT_EQ(table.at(100 * second, ab).bandwidth, 2e6);
  EXPECT_EQ(table.min_latency(), 2'000'000);
}

}  // namespace
}  // namespace cardon
