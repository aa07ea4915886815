// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "working_speeds.hpp"

namespace cardon::grid_driver {
namespace {

using Speeds = std::vector<double>;

Machine machine_of_five() {
  Machine machine;
  machine.sites = {{.name = "a", .ranks = {0, 1, 2}}, {.name = "b", .ranks = {3, 4}}};
  return machine;
}

TEST(WorkingSpeeds, AreThoseOfTheSettingsWhereNoRankIsIdle) {
  EXPECT_EQ(with_working_speeds(machine_of_five(), {}, {}).speeds, Speeds());
  EXPECT_EQ(with_working_speeds(machine_of_five(), {.speeds = {1, 2, 1, 1, 1}}, {}).speeds,
            (Speeds{1, 2, 1, 1, 1}));
}

TEST(WorkingSpeeds, SitesAreAsFastAsTheirOtherRanks) {
  EXPECT_EQ(with_working_speeds(machine_of_five(), {.speeds = {1, 2, 1, 1, 1}}, {1}).speeds,
            (Speeds{0.5, 1, 0.5, 1, 1}));
  EXPECT_EQ(with_working_speeds(machine_of_five(), {}, {4}).speeds, (Speeds{1, 1, 1, 0.5, 0.5}));
  Machine given = machine_of_five();
  given.sites[0].speed = 2;
  given.sites[1].speed = 4;
  EXPECT_EQ(with_working_speeds(given, {}, {3}).speeds, (Speeds{2, 2, 2, 2, 2}));
}

TEST(WorkingSpeeds, SitesGetTheirFactors) {
  EXPECT_EQ(with_site_factors(machine_of_five(), {.speeds = {1, 2, 1, 1, 1}}, {1.5, 0.5}).speeds,
            (Speeds{1.5, 3, 1.5, 0.5, 0.5}));
  EXPECT_EQ(with_site_factors(machine_of_five(), {}, {1, 2}).speeds, (Speeds{1, 1, 1, 2, 2}));
}

TEST(WorkingSpeeds, OneSiteAndSitesWithoutOtherRanksKeepTheirs) {
  EXPECT_EQ(with_working_speeds(machine_of_five(), {}, {3, 4}).speeds, Speeds(5, 1.0));
  Machine one;
  one.sites = {{.name = "a", .ranks = {0, 1}}};
  EXPECT_EQ(with_working_speeds(one, {}, {1}).speeds, Speeds());
}

}  // namespace
}  // namespace cardon::grid_driver
