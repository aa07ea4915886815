// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cardon/kit/tiles/depth_search.hpp>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace cardon {
namespace {

using ::testing::ElementsAre;

const std::vector<DepthWay> four_ways{{0, 1}, {2, 2}, {4, 4}, {8, 8}};

// `planned`: how many ways were asked for.
DepthSearch search_of(const std::vector<DepthWay>& ways, long steps_left, int* planned = nullptr,
                      long steps_taken = 0) {
  const auto next = [ways, planned](const DepthWay& last) -> std::optional<DepthWay> {
    if (planned != nullptr) ++*planned;
    for (const DepthWay& way : ways)
      if (way.depth > last.depth) return way;
    return std::nullopt;
  };
  return {ways.front(), next, steps_left, steps_taken};
}

struct Tried {
  std::vector<int> depths;  // one after the other
  long steps = 0;           // until the search was over
  long last_began = 0;      // steps before the last of them
};

// Ranks whose steps take so long with a depth, in the n-th of the ways that are tried.
Tried walk(DepthSearch& search, const std::function<double(int depth, int n)>& step) {
  Tried tried;
  int n = 0, last = -1;
  while (!search.over()) {
    const int depth = search.way().depth;
    const long steps = search.steps();
    EXPECT_EQ(steps % std::max(search.way().steps, 1), 0) << "cycles are cut";
    if (std::exchange(last, n) != n) tried.last_began = tried.steps;
    tried.steps += steps;
    if (!search.took(step(depth, n) * double(steps))) continue;
    tried.depths.push_back(depth);
    search.agree(search.seconds());
    ++n;
  }
  return tried;
}

TEST(DepthSearch, KeepsTheFastestAndSaysByHowMuch) {
  DepthSearch search = search_of(four_ways, 1000);
  const auto step = [](int depth, int) { return depth == 4 ? 0.02 : depth == 8 ? 0.021 : 0.03; };
  EXPECT_THAT(walk(search, step).depths, ElementsAre(1, 2, 4, 8, 1, 4));
  EXPECT_EQ(search.way().depth, 4);
  EXPECT_DOUBLE_EQ(search.gain(), 1.5);
}

TEST(DepthSearch, StopsWhereLongerWaysAreSlower) {
  DepthSearch search = search_of(four_ways, 1000);
  EXPECT_THAT(walk(search, [](int depth, int) { return depth == 1 ? 0.01 : 0.012; }).depths,
              ElementsAre(1, 2));
  EXPECT_EQ(search.way().depth, 1);
  EXPECT_EQ(search.gain(), 1);
}

TEST(DepthSearch, KeepsTheFewestLayersWhereOthersHardlySave) {
  DepthSearch search = search_of(four_ways, 1000);
  walk(search, [](int depth, int) { return depth == 4 ? 0.0098 : 0.01; });
  EXPECT_EQ(search.way().depth, 1);
}

// Another program computed while the first way was timed.
TEST(DepthSearch, DoesNotBelieveOneTiming) {
  DepthSearch search = search_of(four_ways, 1000);
  EXPECT_THAT(
      walk(search, [](int depth, int n) { return n == 0 ? 0.015 : 0.01 + 1e-4 * depth; }).depths,
      ElementsAre(1, 2, 4, 8, 1, 2));
  EXPECT_EQ(search.way().depth, 1);
  EXPECT_EQ(search.gain(), 1);
}

// The first cycle makes a plan and touches memory; others may meet an output or another program.
TEST(DepthSearch, CountsTheLeastOfTheCyclesButTheFirst) {
  DepthSearch search = search_of({{0, 1}, {2, 2}}, 1000);
  for (const double seconds : {0.001, 0.3, 0.04, 0.05}) EXPECT_FALSE(search.took(seconds));
  EXPECT_TRUE(search.took(0.06));
  EXPECT_DOUBLE_EQ(search.seconds(), 0.04 / 2);
}

TEST(DepthSearch, TakesAnEighthOfWhatIsLeftForAWayAtMost) {
  EXPECT_TRUE(search_of(four_ways, 79).over());
  DepthSearch two =
      search_of(four_ways, 200);  // 190 and 180 are left for the ways of 2 and 4 steps, then 160
  EXPECT_THAT(walk(two, [](int depth, int) { return 0.1 / depth; }).depths,
              ElementsAre(1, 2, 4, 1, 4));
  EXPECT_EQ(two.way().depth, 4);
}

// Outputs every 8 steps then come where a cycle ends.
TEST(DepthSearch, BeginsTheBestWayAtAMultipleOfItsSteps) {
  for (const double seconds : {0.1, 3e-3, 7e-4})
    for (long taken = 0; taken < 10; ++taken) {
      DepthSearch search = search_of(four_ways, 100000, nullptr, taken);
      const Tried tried = walk(search, [seconds](int depth, int) {
        return seconds * (depth == 4 ? 0.5 : depth == 8 ? 0.52 : 1);
      });
      EXPECT_EQ(search.way().depth, 4);
      EXPECT_EQ((taken + tried.last_began) % 4, 0) << taken << " steps, then " << tried.last_began;
    }
}

// Only the cycle that does not count is longer.
TEST(DepthSearch, TimesCyclesOfOneLength) {
  DepthSearch search = search_of({{0, 1}, {4, 4}}, 1000, nullptr, 3);
  std::vector<long> lengths;
  while (!search.over()) {
    lengths.push_back(search.steps());
    if (search.took(double(search.steps()) / search.way().depth)) search.agree(search.seconds());
  }
  EXPECT_THAT(lengths, ElementsAre(2, 2, 2, 2, 2, 4, 4, 4, 4, 4, 3, 1, 1, 1, 1, 4, 4, 4, 4, 4));
}

// Cycles of steps that take 0.1 ms have more of them.
TEST(DepthSearch, HasCyclesThatCanBeTimed) {
  DepthSearch search = search_of(four_ways, 100000);
  const Tried tried = walk(search, [](int, int) { return 1e-4; });
  EXPECT_THAT(tried.depths, ElementsAre(1, 2, 4, 8));
  EXPECT_EQ(tried.steps, 5 * (2 + 50 + 52 + 56));
}

// Where cycles of other ways prove too long, nothing is known.
TEST(DepthSearch, DoesNotSayThatOthersAreSlowerWithoutATry) {
  DepthSearch search = search_of(four_ways, 200);
  EXPECT_THAT(walk(search, [](int, int) { return 1e-4; }).depths, ElementsAre(1));
  EXPECT_EQ(search.gain(), 0);
}

// With hundreds of fields, planning a way takes longer than many steps.
TEST(DepthSearch, AsksOnlyForWaysThatItTries) {
  int planned = 0;
  EXPECT_TRUE(search_of(four_ways, 79, &planned).over());
  EXPECT_EQ(planned, 0) << "there is no time for any other way";
  DepthSearch slower = search_of(four_ways, 1000, &planned);
  EXPECT_EQ(planned, 1);
  walk(slower, [](int depth, int) { return 0.01 * depth; });
  EXPECT_EQ(planned, 1) << "longer ways than a slow one";
  planned = 0;
  DepthSearch all = search_of(four_ways, 1000, &planned);
  walk(all, [](int depth, int) { return 0.1 / depth; });
  EXPECT_EQ(planned, 4) << "three ways, and that there is no other";
}

TEST(DepthSearch, IsOverWhereThereIsNoChoice) {
  EXPECT_TRUE(DepthSearch().over());
  EXPECT_TRUE(search_of({{0, 2}}, 1000000).over());
}

}  // namespace
}  // namespace cardon
