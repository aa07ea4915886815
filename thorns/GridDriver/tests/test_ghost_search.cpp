// SPDX-License-Identifier: Apache-2.0
// Where the depth between the blocks of a site is searched for.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <utility>

#include "evolve.hpp"
#include "grid_driver.hpp"
#include "predict/half_speed.hpp"
#include "slow_world.hpp"

namespace cardon::test {
namespace {

using testing::ElementsAre;

Experiment long_site(const std::string& driver = "{}", int points = 512) {
  return {.points = {8, 8, points}, .sites = {2}, .driver = driver};
}

std::pair<int, std::vector<int>> planned(const DriverSetup& setup, int ranks) {
  const PlannedDecomposition plan = grid_driver::GridDriver().decompose(setup, ranks);
  return {plan.max_depth, plan.other_depths ? plan.other_depths() : std::vector<int>{}};
}

std::pair<int, std::vector<int>> planned(const Experiment& experiment) {
  const Case the_case(experiment);
  return planned(the_case.setup(), experiment.ranks());
}

// A wave uses up one layer in a step; an eighth of a block may be ghost layers.
TEST(GhostSearch, MemoryIsForTheLayersThatMayBeTried) {
  EXPECT_THAT(planned(long_site()), testing::Pair(8, ElementsAre(2, 4, 8))) << "8 steps at most";
  EXPECT_THAT(planned(long_site("{ghost_zones: auto}")), testing::Pair(8, ElementsAre(2, 4, 8)));
  EXPECT_THAT(planned(long_site("{ghost_zones: {intra: auto}}")),
              testing::Pair(8, ElementsAre(2, 4, 8)));
  EXPECT_THAT(planned(long_site("{}", 112)), testing::Pair(4, ElementsAre(2, 4)));
  EXPECT_THAT(planned(long_site("{blocks_per_rank: 4}", 128)), testing::Pair(2, ElementsAre(2)));
  EXPECT_THAT(planned(long_site("{}", 30)), testing::Pair(0, ElementsAre())) << "no room";
}

TEST(GhostSearch, NothingIsTriedThatParametersDecide) {
  EXPECT_THAT(planned(long_site("{ghost_zones: 1}")), testing::Pair(0, ElementsAre()));
  EXPECT_THAT(planned(long_site("{ghost_zones: {intra: 3}}")), testing::Pair(0, ElementsAre()));
  EXPECT_THAT(planned(long_site("{tiles: never}")), testing::Pair(0, ElementsAre()));
  EXPECT_THAT(planned(long_site("{tiles: {steps: 4}}")), testing::Pair(0, ElementsAre()));
}

TEST(GhostSearch, NothingIsTriedWhereStepsAreNotAlike) {
  Experiment two_sites = long_site();
  two_sites.sites = {2, 2};
  EXPECT_THAT(planned(two_sites), testing::Pair(0, ElementsAre()));
  const Case the_case(long_site());
  DriverSetup emulated = the_case.setup();
  emulated.compute_emulator = std::make_shared<HalfSpeed>();
  EXPECT_THAT(planned(emulated, 2), testing::Pair(0, ElementsAre()));
}

TEST(GhostSearch, AsManyLayersAreStoredAsPlanned) {
  const Experiment experiment = long_site("{calibration: never}", 112);
  const Case the_case(experiment);
  SlowWorld world(2, {});
  world.run([&](Transport& transport) {
    grid_driver::GridDriver driver;
    driver.setup(the_case.setup(), transport);
    EXPECT_EQ(driver.max_depth(), 4);
    EXPECT_EQ(driver.links().front().depth, 1) << "before a search";
    DriverSettings other = driver.settings();
    other.blocks_per_rank = 2;
    driver.apply(other);
    EXPECT_EQ(driver.max_depth(), 2) << "blocks are thinner";
  });
}

}  // namespace
}  // namespace cardon::test
