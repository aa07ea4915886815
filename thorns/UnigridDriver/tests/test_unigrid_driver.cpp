// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "support/kernels.hpp"
#include "test_program.hpp"
#include "thread_world.hpp"
#include "unigrid_driver.hpp"

namespace cardon::test {
namespace {

constexpr int steps = 9;  // not a multiple of any ghost depth but 1 and 3

std::string name(const Problem3& problem, int ranks) {
  std::string text = (problem.physics == Physics::wave ? "wave " : "diffusion ") +
                     std::to_string(ranks) + " ranks, driver " + problem.driver + ", radius " +
                     std::to_string(problem.radius) + ", points";
  for (const int n : problem.points) text += " " + std::to_string(n);
  return text;
}

// One rank never exchanges: it is the reference for all others.
void expect_same_bits(Problem3 problem, const std::vector<int>& ranks,
                      const std::vector<std::string>& settings) {
  const std::vector<Real> wanted = evolve(problem, 1, steps);
  ASSERT_TRUE(std::all_of(wanted.begin(), wanted.end(), [](Real v) { return std::isfinite(v); }))
      << name(problem, 1);
  ASSERT_GT(*std::max_element(wanted.begin(), wanted.end()),
            *std::min_element(wanted.begin(), wanted.end()));
  for (const int n : ranks)
    for (const std::string& setting : settings) {
      problem.driver = setting;
      EXPECT_EQ(evolve(problem, n, steps), wanted) << name(problem, n);
    }
}

const std::vector<std::string> depths{"{}", "{ghost_zones: 2}", "{ghost_zones: 3}",
                                      "{ghost_zones: 4, overlap: never}"};
const std::vector<int> ranks{2, 3, 4, 6, 8};

TEST(UnigridDriver, SameBitsPeriodic) {
  for (const Physics physics : {Physics::wave, Physics::diffusion})
    expect_same_bits({.physics = physics, .points = {9, 10, 11}}, ranks, depths);
}

TEST(UnigridDriver, SameBitsBetweenFaces) {
  for (const Physics physics : {Physics::wave, Physics::diffusion})
    expect_same_bits({.physics = physics, .points = {9, 10, 17}, .periodic = {false, false, false}},
                     ranks, depths);
}

TEST(UnigridDriver, SameBitsWithMixedEndsAndASymmetry) {
  for (const Physics physics : {Physics::wave, Physics::diffusion}) {
    expect_same_bits({.physics = physics,
                      .points = {9, 8, 16},
                      .periodic = {false, true, false},
                      .symmetric_x = true},
                     ranks, depths);
    expect_same_bits({.physics = physics, .points = {7, 11, 9}, .periodic = {true, false, true}},
                     ranks, depths);
  }
}

TEST(UnigridDriver, SameBitsWithExteriorLayers) {
  const std::vector<std::string> deep{"{}", "{ghost_zones: 3}", "{ghost_zones: 5}",
                                      "{ghost_zones: 4, overlap: never}"};
  for (const int owned : {0, 1, 2})
    expect_same_bits({.points = {8, 9, 21},
                      .periodic = {false, true, false},
                      .radius = 2,
                      .owned_layers = owned,
                      .symmetric_x = true},
                     ranks, deep);
}

TEST(UnigridDriver, SameBitsInOneAndTwoDirections) {
  for (const bool periodic : {true, false}) {
    expect_same_bits({.dimensions = 1, .points = {31, 1, 1}, .periodic = {periodic, true, true}},
                     ranks, depths);
    expect_same_bits(
        {.dimensions = 2, .points = {13, 17, 1}, .periodic = {periodic, !periodic, true}}, ranks,
        depths);
  }
}

TEST(UnigridDriver, SameBitsForBlocksThinnerThanTheGhostZones) {
  expect_same_bits(
      {.points = {4, 4, 8}}, {8},
      {"{topology: [1, 1, 8], ghost_zones: 4}", "{topology: [2, 2, 2], ghost_zones: 7}",
       "{topology: [4, 2, 1], ghost_zones: 5}"});
  expect_same_bits({.points = {3, 2, 5}, .radius = 2}, {2, 3}, {"{}", "{ghost_zones: 5}"});
}

TEST(UnigridDriver, SameBitsForAllTopologies) {
  const std::vector<std::string> cut_x{"{topology: [6, 1, 1]}", "{topology: [3, 2]}",
                                       "{topology: [1, 2, 3]}",
                                       "{topology: [2, 1, 3], ghost_zones: 3}"};
  const std::vector<std::string> cut_y{"{topology: [1, 6]}", "{topology: [3, 2]}",
                                       "{topology: [1, 2, 3]}",
                                       "{topology: [2, 1, 3], ghost_zones: 3}"};
  expect_same_bits({.points = {13, 12, 11}, .periodic = {true, false, true}}, {6}, cut_x);
  expect_same_bits(
      {.physics = Physics::diffusion, .points = {13, 12, 11}, .periodic = {false, true, false}},
      {6}, cut_y);
}

// Tiles of any height, over one or several steps, wider and narrower than their skews.
const std::vector<std::string> tiles{
    "{tiles: never}",
    "{tiles: {steps: 1, rows: 1}}",
    "{tiles: {steps: 2, rows: 3, planes: 2}}",
    "{tiles: {steps: 3, rows: 4}, ghost_zones: 3}",
    "{tiles: {steps: 4, rows: 100}, ghost_zones: 5}",
    "{tiles: {steps: 20, rows: 2, planes: 3}, ghost_zones: 4, overlap: never}"};
const std::vector<int> few_ranks{1, 2, 3, 4};

TEST(UnigridDriver, SameBitsInTilesPeriodic) {
  for (const Physics physics : {Physics::wave, Physics::diffusion})
    for (const int radius : {1, 2})
      expect_same_bits({.physics = physics, .points = {9, 17, 24}, .radius = radius}, few_ranks,
                       tiles);
}

TEST(UnigridDriver, SameBitsInTilesBetweenFaces) {
  for (const Physics physics : {Physics::wave, Physics::diffusion}) {
    expect_same_bits({.physics = physics, .points = {9, 13, 22}, .periodic = {false, false, false}},
                     few_ranks, tiles);
    expect_same_bits({.physics = physics,
                      .points = {9, 14, 21},
                      .periodic = {false, true, false},
                      .symmetric_x = true},
                     few_ranks, tiles);
    expect_same_bits({.physics = physics, .points = {7, 15, 19}, .periodic = {true, false, true}},
                     few_ranks, tiles);
  }
}

TEST(UnigridDriver, SameBitsInTilesWithExteriorLayers) {
  for (const int owned : {0, 1, 2})
    expect_same_bits(
        {.points = {8, 15, 21},
         .periodic = {false, false, false},
         .radius = 2,
         .owned_layers = owned,
         .symmetric_x = true},
        {1, 2, 4},
        {"{tiles: {steps: 3, rows: 4}}", "{tiles: {steps: 3, rows: 1}, ghost_zones: 6}"});
}

TEST(UnigridDriver, SameBitsInTilesInOneAndTwoDirections) {
  for (const bool periodic : {true, false}) {
    expect_same_bits({.dimensions = 1, .points = {31, 1, 1}, .periodic = {periodic, true, true}},
                     few_ranks, tiles);
    expect_same_bits(
        {.dimensions = 2, .points = {13, 27, 1}, .periodic = {!periodic, periodic, true}},
        few_ranks, tiles);
  }
}

TEST(UnigridDriver, SegmentsThatDoNotFitTheDomainAreNotTiled) {
  expect_same_bits({.points = {6, 5, 4}, .radius = 2}, {1}, tiles);
}

// Faces that are filled late, in parts, and by boundaries that read several rows included.
TEST(UnigridDriver, TilesShowEachValueWhenItIsFinal) {
  const std::array<bool, 3> all{true, true, true}, none{false, false, false}, y{false, true, false};
  std::vector<Problem3> problems;
  for (const Physics physics : {Physics::wave, Physics::diffusion})
    for (const auto& periodic : {all, none, y})
      problems.push_back({.physics = physics, .points = {9, 13, 22}, .periodic = periodic});
  for (const int owned : {0, 1, 2})
    problems.push_back({.points = {8, 15, 21},
                        .periodic = none,
                        .radius = 2,
                        .owned_layers = owned,
                        .symmetric_x = true});
  problems.push_back({.dimensions = 2, .points = {13, 27, 1}, .periodic = {true, false, true}});
  for (Problem3& problem : problems)
    for (const std::string& setting : tiles)
      for (const int n : {1, 3}) {
        problem.driver = setting;
        EXPECT_EQ(values_not_shown(problem, n, steps), 0) << name(problem, n);
      }
}

// Who looks takes many times as long as the step here.
TEST(UnigridDriver, TilesAreComparedWithSweepsThatNobodyWatches) {
  const TileFacts::Tiles tiles =
      watched_tiles({.physics = Physics::diffusion, .points = {96, 96, 96}}, 16, 0.002);
  EXPECT_GT(tiles.gain, 0) << "tiles were not timed";
  EXPECT_LT(tiles.gain, 8);
}

std::string problem_of(const Problem3& problem, int ranks) {
  const Case the_case(problem);
  try {
    UnigridDriver().decompose(the_case.setup(), ranks);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

using ::testing::AllOf;
using ::testing::HasSubstr;

TEST(UnigridDriver, DecomposesWithoutRunning) {
  const Case the_case({.points = {9, 9, 9}, .driver = "{ghost_zones: 3}"});
  const PlannedDecomposition planned = UnigridDriver().decompose(the_case.setup(), 6);
  EXPECT_EQ(planned.decomposition.owned.size(), 6u);
  ASSERT_EQ(planned.links.size(), 1u);
  EXPECT_EQ(planned.links[0].name, "intra");
  EXPECT_EQ(planned.links[0].depth, 3);
  EXPECT_TRUE(planned.settings.overlap);
  EXPECT_FALSE(planned.freedom.any());
}

// A wave uses up one layer in a step; an eighth of a block may be ghost layers.
TEST(UnigridDriver, TakesMemoryForTheGhostLayersThatItTriesWithoutPlanningThem) {
  using ::testing::ElementsAre;
  const auto planned = [](int points, const char* driver = "{}") {
    const Case the_case({.points = {8, 8, points}, .driver = driver});
    const PlannedDecomposition plan = UnigridDriver().decompose(the_case.setup(), 2);
    return std::pair{plan.max_depth, plan.other_depths ? plan.other_depths() : std::vector<int>{}};
  };
  EXPECT_THAT(planned(512), ::testing::Pair(8, ElementsAre(2, 4, 8))) << "8 steps at most";
  EXPECT_THAT(planned(112), ::testing::Pair(4, ElementsAre(2, 4)));
  EXPECT_THAT(planned(30), ::testing::Pair(0, ElementsAre())) << "no room";
  EXPECT_THAT(planned(512, "{ghost_zones: 1}"), ::testing::Pair(0, ElementsAre()));
  EXPECT_THAT(planned(512, "{tiles: never}"), ::testing::Pair(0, ElementsAre()));
}

TEST(UnigridDriver, StoresTheLayersThatItIsPlannedWith) {
  const Case the_case({.points = {8, 8, 112}});
  const int planned = UnigridDriver().decompose(the_case.setup(), 2).stored_depth();
  ThreadWorld world(2);
  world.run([&](Transport& transport) {
    UnigridDriver driver;
    driver.setup(the_case.setup(), transport);
    EXPECT_EQ(driver.max_depth(), planned);
    EXPECT_EQ(driver.links().front().depth, 1) << "before a search";
  });
}

TEST(UnigridDriver, SaysWhatIsWrongWithItsParameters) {
  EXPECT_THAT(
      problem_of({.radius = 2, .driver = "{ghost_zones: 1}"}, 2),
      AllOf(HasSubstr("phi is needed to 2 ghost layers, but driver.ghost_zones allows 1"),
            HasSubstr("[grid/ghost-zones]"), HasSubstr("test.yaml:1:"), HasSubstr("Test::wave")));
  EXPECT_THAT(problem_of({.driver = "{topology: [2, 2, 1]}"}, 6),
              AllOf(HasSubstr("has 4 blocks, but there are 6 ranks"),
                    HasSubstr("[driver/topology]"), HasSubstr("test.yaml:1:")));
  EXPECT_THAT(problem_of({.driver = "{topology: [1, 1, 2, 1]}"}, 2),
              HasSubstr("[driver/topology]"));
  EXPECT_THAT(
      problem_of(
          {.points = {4, 4, 6}, .periodic = {true, true, false}, .driver = "{topology: [1, 1, 4]}"},
          4),
      AllOf(HasSubstr("cuts z into 4 blocks, at most 2 are possible"),
            HasSubstr("[driver/topology]")));
  EXPECT_THAT(problem_of({.dimensions = 1, .points = {5, 1, 1}}, 8),
              AllOf(HasSubstr("5 points cannot be divided among 8 ranks"),
                    HasSubstr("[driver/too-many-ranks]"), HasSubstr("use 5 ranks")));
  EXPECT_THAT(problem_of({.points = {4, 1, 4}, .periodic = {true, false, true}}, 1),
              HasSubstr("[driver/thin-grid]"));
}

TEST(UnigridDriver, CountsWhatItDoes) {
  const Case the_case({.points = {8, 8, 8}});
  ThreadWorld world(2);
  std::vector<Timings> timings(2);
  world.run([&](Transport& transport) {
    UnigridDriver driver;
    driver.setup(the_case.setup(), transport);
    plan::Operation start, exchange, step;
    start.task = 0;
    start.growth = {0};
    exchange.kind = plan::Operation::Kind::exchange;
    exchange.link = 0;
    exchange.fields = {{{0, 0}, 1, {1}}};
    step.task = 2;
    step.growth = {0};
    const std::vector<plan::Operation> operations{start, exchange, step};
    driver.execute(operations, {});
    driver.finish();
    timings[std::size_t(transport.rank())] = driver.timings();
  });
  for (const Timings& t : timings) {
    EXPECT_EQ(t.tasks.at(2).calls, 1);
    EXPECT_EQ(t.tasks[2].points, 8 * 8 * 4);
    EXPECT_EQ(t.tasks[2].needed_points, 8 * 8 * 4);
    EXPECT_EQ(t.links.at(0).exchanges, 1);
    EXPECT_EQ(t.links[0].messages, 1);
    EXPECT_EQ(t.links[0].bytes_sent, 2 * 10 * 10 * 8);  // both z faces with the images in x and y
    EXPECT_GT(t.tasks[2].compute, 0);
    EXPECT_GT(t.links[0].flight, 0);
    EXPECT_GT(t.links[0].poll, 0);  // the middle is computed while messages are under way
    EXPECT_LE(t.links[0].poll + t.links[0].wait, t.links[0].flight);
  }
}

}  // namespace
}  // namespace cardon::test
