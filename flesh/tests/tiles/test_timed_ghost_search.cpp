// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cardon/kit/tiles/ghost_depths.hpp>
#include <cardon/kit/tiles/timed_ghost_search.hpp>
#include <chrono>
#include <cstddef>
#include <thread>
#include <vector>

#include "../support/leapfrog_program.hpp"
#include "../support/local_transport.hpp"

namespace cardon {
namespace {

using ::testing::ElementsAre;

constexpr long many_steps = 10000000;

// Two blocks along z of so many points.
Layout two_blocks(const Grid& grid) {
  Decomposition cut;
  const int half = grid.points[2] / 2;
  cut.owned = {Box{{0, 0, 0}, {grid.points[0], grid.points[1], half}},
               Box{{0, 0, half}, {grid.points[0], grid.points[1], grid.points[2]}}};
  cut.rank_of_block = {0, 0};
  return {grid, cut};
}

Program waves_on(int points) {
  Program program = test::leapfrog_program();
  program.grid.points = {8, 8, points};
  return program;
}

int one_layer_per_step(const Program&, int, int steps) { return steps; }

// Notes the depths that it is told to use.
class Searching : public TimedGhostSearch {
 public:
  explicit Searching(int points, bool may_tile = true)
      : program_(waves_on(points)), layout_(two_blocks(program_.grid)), may_tile_(may_tile) {
    begin_with({1, max_ghost_depth(program_, layout_, 1), one_layer_per_step});
  }
  // Every way is equally fast, as far as the clock can tell.
  void walk(long steps) {
    for (Next next = begin_search(steps, 0); next.steps > 0; next = continue_search()) {
      steps -= next.steps;
      modes.push_back(while_timed({.mode = TileSettings::Mode::automatic}).mode);
    }
    left = steps;
  }
  // Steps with more layers are faster. Returns the steps taken until the search was over.
  long walk_with_sleeps(long taken) {
    for (Next next = begin_search(many_steps, taken); next.steps > 0; next = continue_search()) {
      std::this_thread::sleep_for(std::chrono::milliseconds(8) * next.steps / depth());
      taken += next.steps;
    }
    return taken;
  }
  using TimedGhostSearch::while_timed;
  int depth_now() const { return depth(); }
  std::vector<int> depths;
  std::vector<TileSettings::Mode> modes;  // by cycle
  int settled = 0;
  long left = 0;  // steps

 private:
  Searched searched() override { return {program_, layout_, transport_}; }
  bool may_tile() const override { return may_tile_; }
  void settle() override { ++settled; }
  void follow_depth() override { depths.push_back(depth()); }

  Program program_;
  Layout layout_;
  LocalWorld world_{1};
  LocalTransport transport_{world_, 0};
  bool may_tile_;
};

TEST(TimedGhostSearch, StoresAnEighthOfABlockAndAtMostEightSteps) {
  EXPECT_EQ(Searching(512).max_depth(), 8);
  EXPECT_EQ(Searching(112).max_depth(), 4) << "7 have room, of which segments of 4 steps use 4";
  EXPECT_EQ(Searching(16).max_depth(), 1);
}

// Of three layers that have room, steps would use two.
TEST(TimedGhostSearch, StoresAsManyLayersAsAnalysisNeeds) {
  Program program = waves_on(48);
  Task analysis{.id = int(program.tasks.size()), .name = "Toy::analyse", .bin = Bin::analysis};
  analysis.bindings = {{.field = 0, .level = 0, .reads = true, .radius = {3, 3, 3}}};
  program.tasks.push_back(analysis);
  EXPECT_EQ(max_ghost_depth(program, two_blocks(program.grid), 1), 2);
  EXPECT_EQ(max_ghost_depth(program, two_blocks(program.grid), 3), 3);
}

TEST(TimedGhostSearch, DoesNotBeginWhereNothingCanBeTriedOrTilesAreImpossible) {
  Searching thin(16), untiled(512, false);
  thin.walk(many_steps);
  untiled.walk(many_steps);
  EXPECT_THAT(thin.depths, ElementsAre());
  EXPECT_THAT(untiled.depths, ElementsAre());
  EXPECT_EQ(untiled.found().gain, 0);
  EXPECT_EQ(thin.settled, 1) << "who comes next may gather";
}

TEST(TimedGhostSearch, IsBroughtToItsEndBeforeEachCycleAndEndsWithADepthThatItTried) {
  Searching search(512);
  search.walk(many_steps);
  ASSERT_FALSE(search.depths.empty());
  EXPECT_EQ(search.depths.front(), 2) << "after the fewest layers";
  EXPECT_EQ(search.depths.back(), search.found().depth);
  EXPECT_GT(search.found().gain, 0);
  EXPECT_EQ(std::size_t(search.settled), search.modes.size() + 1);
  EXPECT_GT(search.left, 0);
}

TEST(TimedGhostSearch, StepsInTilesAreNotComparedWithSweepsWhileTheyAreTimed) {
  Searching search(512);
  search.walk(many_steps);
  using Mode = TileSettings::Mode;
  EXPECT_EQ(search.modes.front(), Mode::automatic) << "the fewest layers";
  EXPECT_THAT(search.modes, ::testing::Contains(Mode::always));
  EXPECT_EQ(search.while_timed({.mode = Mode::automatic}).mode, Mode::automatic) << "at the end";
}

TEST(TimedGhostSearch, TheDepthThatIsKeptBeginsAtAMultipleOfItsSteps) {
  for (const long taken : {0, 3}) {
    Searching search(112);
    const long now = search.walk_with_sleeps(taken);
    ASSERT_EQ(search.found().depth, 4);
    EXPECT_EQ(now % 4, 0) << taken << " steps were taken before";
  }
}

TEST(TimedGhostSearch, BeginsAgainWithTheFewestLayers) {
  Searching search(512);
  search.walk(many_steps);
  const int found = search.found().depth;
  search.depths.clear();
  const GhostSearch::Next next = search.begin_search(many_steps, 0);
  EXPECT_EQ(next.plan, found != 1);
  EXPECT_EQ(search.found().depth, 1);
  EXPECT_GT(next.steps, 0);
}

TEST(TimedGhostSearch, EndsWithTheFewestLayersWhereNoStepsAreLeft) {
  Searching search(512);
  search.begin_search(many_steps, 0);
  while (search.depth_now() == 1) search.continue_search();
  const GhostSearch::Next next = search.begin_search(0, 0);
  EXPECT_TRUE(next.plan);
  EXPECT_EQ(next.steps, 0);
  EXPECT_EQ(search.depths.back(), 1);
  EXPECT_EQ(search.while_timed({.mode = TileSettings::Mode::automatic}).mode,
            TileSettings::Mode::automatic);
}

}  // namespace
}  // namespace cardon
