// SPDX-License-Identifier: Apache-2.0
// Sites on a virtual clock: a step takes as long as its slowest rank, and the others wait.
#include <gmock/gmock.h>

#include <algorithm>
#include <numeric>

#include "site_shares.hpp"

namespace cardon {
namespace {

using ::testing::DoubleNear;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr int axis = 2;
constexpr long window = 18;  // steps

/// Sites of two ranks, whose blocks are planes across the chain, shared by the ranks of a site as
/// by a perfect balancer.
class World {
 public:
  World(int sites, int planes) : ends(std::size_t(sites)), speeds(std::size_t(2 * sites), 1.0) {
    for (int site = 0; site < sites; ++site) ends[std::size_t(site)] = planes * (site + 1) / sites;
  }

  /// A window; planes go to other sites if the decision says so. True: they do.
  bool pass() {
    step_ += window;
    const std::vector<double> factors = shares.due(problem(), boxes(), measured());
    if (factors.empty()) return false;
    shares.divided(0.01);
    if (stays) return true;
    std::vector<int> before = ends;
    int first = 0, end = 0;
    for (std::size_t site = 0; site < ends.size(); ++site) {
      end += int(std::lround(factors[site] * (before[site] - std::exchange(first, before[site]))));
      ends[site] = end;
    }
    return true;
  }
  /// Divisions in so many windows.
  int pass(int windows) {
    int divisions = 0;
    for (int n = 0; n < windows; ++n) divisions += pass();
    return divisions;
  }

  SiteShares shares{axis};
  std::vector<int> ends;           // of slabs
  std::vector<double> speeds;      // of ranks
  std::vector<double> known = {};  // speeds, if they are not those
  std::vector<double> cost = {};   // of planes; empty: 1 ms
  double link_seconds = 0;         // of messages, in which ranks compute
  bool stays = false;              // the cut, whatever is decided
  double horizon = 200, bytes = 1e5;

 private:
  double cost_of(int plane) const { return cost.empty() ? 1e-3 : cost[std::size_t(plane)]; }
  int site_of(int plane) const {
    return int(std::upper_bound(ends.begin(), ends.end(), plane) - ends.begin());
  }
  std::vector<double> site_seconds() const {
    std::vector<double> seconds(ends.size(), 0.0);
    for (int plane = 0; plane < ends.back(); ++plane)
      seconds[std::size_t(site_of(plane))] += cost_of(plane);
    for (std::size_t site = 0; site < ends.size(); ++site)
      seconds[site] /= speeds[2 * site] + speeds[2 * site + 1];
    return seconds;
  }
  std::vector<Box> boxes() const {
    std::vector<Box> boxes;
    for (int plane = 0; plane < ends.back(); ++plane)
      boxes.push_back({{0, 0, plane}, {8, 8, plane + 1}});
    return boxes;
  }
  BalanceProblem problem() const {
    const std::vector<double>& assumed = known.empty() ? speeds : known;
    BalanceProblem problem{.sites = int(ends.size()), .horizon = horizon};
    for (std::size_t rank = 0; rank < speeds.size(); ++rank)
      problem.ranks.push_back({.site = int(rank) / 2, .speed = assumed[rank]});
    for (int plane = 0; plane < ends.back(); ++plane) {
      const int rank = 2 * site_of(plane) + plane % 2;
      const double faster = assumed[std::size_t(rank)] / speeds[std::size_t(rank)];
      problem.blocks.push_back({.rank = rank, .work = cost_of(plane) * faster, .bytes = bytes});
    }
    problem.links.assign(ends.size() * ends.size(), {.latency = 5e-3, .seconds_per_byte = 1e-7});
    return problem;
  }
  SiteWindow measured() const {
    const std::vector<double> seconds = site_seconds();
    const double slowest = *std::max_element(seconds.begin(), seconds.end());
    return {step_, window, std::max(slowest, link_seconds), slowest};
  }
  long step_ = 0;
};

TEST(SiteShares, StayWhereSitesTakeTheSameTime) {
  World world(2, 96);
  EXPECT_EQ(world.pass(20), 0);
  world.speeds = {1, 1, 0.97, 0.97};  // and where it is not worth it
  EXPECT_EQ(world.pass(20), 0);
}

// The slower site gets less once two windows have found it.
TEST(SiteShares, ASiteOfWhichARankIsHalfAsFastGetsLess) {
  World world(2, 98);
  world.pass(3);
  world.speeds[3] = 0.5;
  EXPECT_FALSE(world.pass());
  EXPECT_TRUE(world.shares.suspects());
  EXPECT_TRUE(world.pass());
  EXPECT_THAT(world.ends, ElementsAre(56, 98));
  EXPECT_NEAR(world.shares.finding().slowest, 49e-3 / 1.5, 1e-9);
  EXPECT_NEAR(world.shares.finding().predicted, 28e-3, 1e-9);
  EXPECT_EQ(world.pass(30), 0);
}

// That the ranks of a site are slow is taken for expensive planes at first.
TEST(SiteShares, SpeedsThatNobodyKnowsAreFoundStepByStep) {
  World world(2, 96);
  world.speeds = {1, 1, 0.5, 0.5};
  world.known = {1, 1, 1, 1};
  EXPECT_LE(world.pass(60), 3);
  EXPECT_NEAR(world.ends[0], 64, 2);
}

TEST(SiteShares, PlanesThatCostMoreCountMore) {
  World world(3, 90);
  world.cost.assign(90, 1e-3);
  std::fill_n(world.cost.begin(), 30, 4e-3);
  EXPECT_EQ(world.pass(20), 1);
  EXPECT_THAT(world.ends, ElementsAre(15, 30, 90));
}

TEST(SiteShares, StayWhereMessagesTakeMostOfTheTime) {
  World world(2, 96);
  world.speeds = {1, 1, 0.5, 0.5};
  world.link_seconds = 0.1;
  EXPECT_EQ(world.pass(20), 0);
}

// What is taken for work moves with the planes, and is as much as before.
TEST(SiteShares, WhatDoesNotHelpIsTriedRarely) {
  World world(2, 96);
  world.stays = true;
  world.speeds = {1, 1, 0.5, 0.5};
  EXPECT_EQ(world.pass(8), 1);
  EXPECT_EQ(world.pass(4), 0);
  EXPECT_EQ(world.pass(1), 1);
  EXPECT_EQ(world.pass(18), 0) << "twice as long";
}

TEST(SiteShares, WhatIsWorseIsRepairedAtOnce) {
  World world(2, 96);
  world.speeds = {1, 1, 0.5, 0.5};
  EXPECT_EQ(world.pass(2), 1);
  world.speeds = {0.25, 0.25, 1, 1};
  EXPECT_EQ(world.pass(3), 1);
  EXPECT_NEAR(world.ends[0], 19, 1);
}

// A flame that grows is at the other site when the points have arrived there.
TEST(SiteShares, LoadsThatMoveFastAreNotFollowed) {
  World world(2, 96);
  world.cost.assign(96, 1e-3);
  for (int n = 0; n < 10; ++n) {
    for (int plane = 0; plane < 48; ++plane) world.cost[std::size_t(plane)] *= 1.3;
    EXPECT_FALSE(world.pass()) << n;
  }
  EXPECT_EQ(world.pass(1), 1);
}

TEST(SiteShares, PointsHaveToBeWorthTheirWay) {
  World world(2, 96);
  world.speeds = {1, 1, 0.8, 0.8};
  world.bytes = 1e7;  // 1 s for a plane
  EXPECT_EQ(world.pass(20), 0);
  world.bytes = 1e5;
  world.horizon = 5;  // the end of the run
  EXPECT_EQ(world.pass(20), 0);
  world.horizon = 200;
  EXPECT_EQ(world.pass(20), 1);
}

}  // namespace
}  // namespace cardon
