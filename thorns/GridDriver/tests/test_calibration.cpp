// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <numeric>

#include "calibration.hpp"
#include "experiment.hpp"
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

/// So slow that the measured speed is no match for it: 1 ms per point, and rank 1 twice that.
class SlowRank final : public EmulatedRank {
 public:
  explicit SlowRank(int rank) : seconds_per_point_(rank == 1 ? 2e-3 : 1e-3) {}
  double seconds_per_point() const override { return seconds_per_point_; }
  double clock() const override { throw Bug("nothing is stretched here"); }
  double seconds_of(long, double) const override { throw Bug("nothing is stretched here"); }
  void begin_step(long) override {}
  double stretch(long, double, const std::function<void()>&) override {
    throw Bug("nothing is stretched here");
  }
  void limit_speed(double) override { throw Bug("nothing is limited here"); }

 private:
  double seconds_per_point_;
};

std::vector<long> owned_points(const Experiment& experiment) {
  const Case the_case(experiment);
  std::vector<long> points;
  SlowWorld world(experiment.ranks());
  world.run([&](Transport& transport) {
    const DriverSetup setup = the_case.setup();
    const SlowRank emulated(transport.rank());
    const SiteSetup sites = set_up_sites(setup, &emulated, transport);
    if (transport.rank() == 0) points = sites.sites.owned_points;
  });
  return points;
}

TEST(Calibration, ASlowRankGetsFewerPoints) {
  for (const auto& sites : std::vector<std::vector<int>>{{4}, {2, 2}}) {
    const std::vector<long> points = owned_points({.points = {16, 16, 64}, .sites = sites});
    EXPECT_EQ(std::accumulate(points.begin(), points.end(), 0L), 16 * 16 * 64);
    for (const std::size_t rank : {0u, 2u, 3u})
      EXPECT_NEAR(double(points[1]) / double(points[rank]), 0.5, 0.06) << rank;
  }
}

TEST(Calibration, IsLeftOutWhereNobodyWantsIt) {
  const std::vector<long> alike(4, 16 * 16 * 16);
  EXPECT_EQ(owned_points({.points = {16, 16, 64}, .sites = {4}, .driver = "{calibration: never}"}),
            alike);
  // The machine says how fast its sites are.
  EXPECT_EQ(owned_points({.points = {16, 16, 64}, .sites = {2, 2}, .speeds = {2, 2}}), alike);
  EXPECT_NE(owned_points({.points = {16, 16, 64},
                          .sites = {2, 2},
                          .speeds = {2, 0}}),  // that of the other is not known
            alike);
  EXPECT_NE(owned_points({.points = {16, 16, 64},
                          .sites = {2, 2},
                          .driver = "{calibration: always}",
                          .speeds = {2, 2}}),
            alike);
}

}  // namespace
}  // namespace cardon::test
