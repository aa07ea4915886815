// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <numeric>

#include "calibration.hpp"
#include "experiment.hpp"
#include "read_padding.hpp"
#include "site_setup.hpp"
#include "slow_world.hpp"

namespace cardon::test {
namespace {

using namespace grid_driver;

TEST(Calibration, MeasuresEveryKindOfProgram) {
  for (const Physics physics : {Physics::leapfrog, Physics::stages})
    for (const int dimensions : {1, 2, 3})
      for (const bool periodic : {true, false}) {
        Index3 points{1, 1, 1};
        std::fill_n(points.begin(), dimensions, 40);
        const Case the_case({.physics = physics,
                             .dimensions = dimensions,
                             .points = points,
                             .periodic = {periodic, periodic, true},
                             .radius = 2});
        EXPECT_GT(measure_speed(the_case.setup()).speed, 0);
      }
}

TEST(Calibration, AProgramThatComputesNothingHasNoSpeed) {
  Case the_case({});
  the_case.program.initial.clear();
  the_case.program.step.clear();
  EXPECT_EQ(measure_speed(the_case.setup()).speed, 0);
}

std::vector<long> owned_points(const Experiment& experiment) {
  const Case the_case(experiment);
  std::vector<long> points;
  SlowWorld world(experiment.ranks());
  world.run([&](Transport& transport) {
    const DriverSetup setup = the_case.setup();
    const SiteSetup sites = set_up_sites(setup, read_padding(setup, transport), transport);
    if (transport.rank() == 0) points = sites.sites.owned_points;
  });
  return points;
}

// Padded so much that the measured speed is no match for it.
constexpr const char* padded = "padded_compute: 1 ms, padded_speeds: [1, 0.5, 1, 1]";

TEST(Calibration, ASlowRankGetsFewerPoints) {
  for (const auto& sites : std::vector<std::vector<int>>{{4}, {2, 2}}) {
    const std::vector<long> points = owned_points(
        {.points = {16, 16, 64}, .sites = sites, .driver = "{" + std::string(padded) + "}"});
    EXPECT_EQ(std::accumulate(points.begin(), points.end(), 0L), 16 * 16 * 64);
    for (const std::size_t rank : {0u, 2u, 3u})
      EXPECT_NEAR(double(points[1]) / double(points[rank]), 0.5, 0.06) << rank;
  }
}

TEST(Calibration, IsLeftOutWhereNobodyWantsIt) {
  const std::vector<long> alike(4, 16 * 16 * 16);
  EXPECT_EQ(owned_points({.points = {16, 16, 64},
                          .sites = {4},
                          .driver = "{calibration: never, " + std::string(padded) + "}"}),
            alike);
  // The machine says how fast its sites are.
  EXPECT_EQ(owned_points({.points = {16, 16, 64},
                          .sites = {2, 2},
                          .driver = "{" + std::string(padded) + "}",
                          .speeds = {2, 2}}),
            alike);
  EXPECT_NE(owned_points({.points = {16, 16, 64},
                          .sites = {2, 2},
                          .driver = "{" + std::string(padded) + "}",
                          .speeds = {2, 0}}),  // that of the other is not known
            alike);
  EXPECT_NE(owned_points({.points = {16, 16, 64},
                          .sites = {2, 2},
                          .driver = "{calibration: always, " + std::string(padded) + "}",
                          .speeds = {2, 2}}),
            alike);
}

}  // namespace
}  // namespace cardon::test
