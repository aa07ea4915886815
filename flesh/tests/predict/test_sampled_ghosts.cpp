// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "predict/sampled_ghosts.hpp"

namespace cardon {
namespace {

using ::testing::ElementsAre;

constexpr long each = 10;  // steps of a cycle

/// Looks for a given number of cycles and then takes 4 layers; with too few steps to come it does
/// not begin.
class FakeSearch : public GhostSearch {
 public:
  explicit FakeSearch(int cycles) : cycles_(cycles) {}
  Next begin_search(long steps_left, long steps_taken) override {
    EXPECT_EQ(steps_taken, 1) << "the one that was timed before";
    begun.push_back(steps_left);
    left_ = steps_left < each ? 0 : cycles_;
    found_ = {.depth = 1, .gain = 0};
    return {left_ > 0 ? each : 0, true};
  }
  Next continue_search() override {
    if (--left_ > 0) return {each, false};
    found_ = {.depth = 4, .gain = 1.5};
    return {0, true};
  }
  Found found() const override { return found_; }
  int max_depth() const override { return 4; }

  std::vector<long> begun;

 private:
  int cycles_, left_ = 0;
  Found found_;
};

/// Ranks whose first steps take so long, and later ones something else.
struct FakeSteps {
  double first = 1, later = 1;
  long taken = 0;
  int plans = 0;
  double now = 0;
  SampledSteps steps() {
    return {[this](long number) {
              now += double(number) * (taken == 0 ? first : later);
              taken += number;
            },
            [this] { ++plans; }, [this] { return now; }};
  }
};

TEST(SampledGhosts, AreThoseThatTheDriverFinds) {
  FakeSearch search(5);
  FakeSteps run;
  const GhostSearch::Found found = search_ghosts(search, 100, 1000, run.steps());
  EXPECT_EQ(found.depth, 4);
  EXPECT_EQ(found.gain, 1.5);
  EXPECT_THAT(search.begun, ElementsAre(100)) << "more or fewer steps than the run has";
  EXPECT_EQ(run.taken, 1 + 5 * each);
  EXPECT_EQ(run.plans, 2);
}

// A run of a million steps would search for hours.
TEST(SampledGhosts, AreSoughtInAsManyStepsAsThereIsTimeFor) {
  FakeSearch search(5);
  FakeSteps run;
  search_ghosts(search, 1000000, 200, run.steps());
  EXPECT_THAT(search.begun, ElementsAre(200));
}

TEST(SampledGhosts, AreNotSoughtWhereThereIsNoTime) {
  FakeSearch search(5);
  FakeSteps run;
  const GhostSearch::Found found = search_ghosts(search, 1000000, 5, run.steps());
  EXPECT_EQ(found.depth, 1);
  EXPECT_EQ(run.taken, 1);
}

// Steps with more layers take much longer than the first one: the search is given up, and the plan
// is that of the fewest layers.
TEST(SampledGhosts, AreTheFewestWhereTheSearchTakesTooLong) {
  FakeSearch search(5);
  FakeSteps run{.first = 1, .later = 15};
  const GhostSearch::Found found = search_ghosts(search, 1000000, 200, run.steps());
  EXPECT_THAT(search.begun, ElementsAre(200, 0));
  EXPECT_EQ(found.depth, 1);
  EXPECT_EQ(found.gain, 0);
  EXPECT_EQ(run.taken, 1 + 2 * each);
  EXPECT_EQ(run.plans, 2);
}

}  // namespace
}  // namespace cardon
