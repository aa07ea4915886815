// SPDX-License-Identifier: Apache-2.0
// What is decided about changes, windows, trials and money.
#include <gmock/gmock.h>

#include "explanation.hpp"
#include "judge.hpp"
#include "search_budget.hpp"
#include "trial_plan.hpp"
#include "window_length.hpp"

using namespace cardon;
using testing::HasSubstr;

namespace {

DriverSettings depth(int layers) {
  DriverSettings settings;
  settings.links = {WideLinkSettings{.depth = layers, .codecs = {}}};
  return settings;
}

Trial trial(double before, double predicted) {
  return {depth(1), depth(4), {before, 0.001, 1}, predicted, 0};
}

TEST(Judge, SaysWhetherAChangeWasGood) {
  Trial good = trial(0.1, 0.05), none = trial(0.1, 0.1), bad = trial(0.1, 0.05);
  EXPECT_EQ(judge(good, {0.06, 0.001, 1}), Judgement::better);
  EXPECT_EQ(judge(none, {0.1005, 0.001, 1}), Judgement::same);
  EXPECT_EQ(judge(bad, {0.2, 0.001, 1}), Judgement::worse);
}

TEST(Judge, LooksTwiceAtWhatIsNotAsPromised) {
  Trial slow = trial(0.1, 0.05);
  EXPECT_EQ(judge(slow, {0.1005, 0.001, 1}), Judgement::look_again);
  EXPECT_EQ(judge(slow, {0.1005, 0.001, 1}), Judgement::same);
}

TEST(Judge, NeedsOneLookAtWhatIsSlowerThanBefore) {
  Trial slow = trial(0.1, 0.05);
  EXPECT_EQ(judge(slow, {0.11, 0.001, 1}), Judgement::worse);
}

TEST(SearchBudget, ChargesAllThatTheSearchCostAndSlowWindows) {
  SearchBudget search_budget(0.02);
  EXPECT_DOUBLE_EQ(search_budget.set_up(0.1), 0.3);
  TuningWindow window;
  window.first = 10;
  window.last = 20;
  window.seconds_per_step = {0.3, 0, 1};
  window.change_seconds = 0.4;
  window.search_seconds = 0.5;
  window.seconds_so_far = 10;
  search_budget.charge(window, 0.2, 0.1);
  EXPECT_DOUBLE_EQ(search_budget.spent(), 1.5);
  EXPECT_DOUBLE_EQ(search_budget.set_up(0.1), 0.3);
  EXPECT_TRUE(search_budget.affords(0.4, 90));
  EXPECT_FALSE(search_budget.affords(0.6, 90));
}

// The first window includes what is done once.
TEST(SearchBudget, KnowsHowOftenItCanMeasure) {
  SearchBudget search_budget(0.02);
  TuningWindow window;
  window.seconds_so_far = 1;
  window.search_seconds = 0.5;
  search_budget.charge(window, 0, 0);
  EXPECT_EQ(search_budget.steps_of_window(0.001), 0);
  window.seconds_so_far = 2;
  window.search_seconds = 0.6;
  window.change_seconds = 0.09;
  search_budget.charge(window, 0, 0);
  EXPECT_NEAR(search_budget.steps_of_window(0.001), 0.01 / 0.02 / 0.001, 1e-9);
  EXPECT_EQ(SearchBudget(0).steps_of_window(0.001), 0);
}

TEST(WindowLength, HoldsSomeCyclesAndEnoughForTheNoise) {
  const WindowLength length(0);
  EXPECT_EQ(length.first(depth(1)), 12);
  EXPECT_EQ(length.first(depth(10)), 30);
  TuningWindow window;
  window.last = 12;
  window.seconds_per_step = {0.1, 0.0001, 8};
  EXPECT_EQ(length.searching(depth(1), window, 0.1), 12);
  EXPECT_EQ(length.watching(depth(1), window, 5), 24);
  EXPECT_EQ(length.searching(depth(1), window, 0.001), 200);
  window.seconds_per_step = {0.001, 0.000001, 8};
  EXPECT_EQ(length.watching(depth(1), window, 0), 1000);
  window.seconds_per_step.value = 0.1;
  window.seconds_per_step.error = 0.1;
  EXPECT_EQ(length.searching(depth(1), window, 0.1), 24);
}

TEST(WindowLength, IsWhatTheUserSays) {
  const WindowLength length(7);
  EXPECT_EQ(length.first(depth(10)), 7);
  EXPECT_EQ(length.searching(depth(10), {}, 0.1), 7);
  EXPECT_EQ(length.watching(depth(10), {}, 5), 7);
}

TEST(TrialPlan, TriesAllAtFirstThenOneWhereMessagesTravelAsTheyAre) {
  TrialPlan plan({codec_names({"zlib-1"}), codec_names({"lz4"}), {}}, {true});
  EXPECT_EQ(plan.next(depth(1)).size(), 2u);
  EXPECT_EQ(plan.next(depth(1)).size(), 2u);
  EXPECT_EQ(plan.next(depth(1)).size(), 1u);
  DriverSettings packed = depth(1);
  for (CodecNames& chain : packed.links[0].codecs) chain = codec_names({"lz4"});
  EXPECT_EQ(plan.next(packed).size(), 0u);
  const auto scout = plan.next(depth(1));
  ASSERT_EQ(scout.size(), 1u);
  EXPECT_EQ(chain_text(scout[0]), "lz4");
  plan.renew();
  EXPECT_EQ(plan.next(packed).size(), 2u);
}

TEST(TrialPlan, TriesNothingWhereCodecsAreFixed) {
  TrialPlan plan({codec_names({"zlib-1"})}, {false});
  EXPECT_TRUE(plan.next(depth(1)).empty());
}

TEST(Reason, TellsWhatWasMeasuredWhatChangesAndWhatIsExpected) {
  TuningWindow window;
  window.settings = depth(1);
  window.seconds_per_step = {0.0348, 0, 1};
  window.machine.links.resize(1);
  window.machine.links[0].exposed = 0.41 * 0.0348;
  const std::string text =
      reason_text(window, window.machine, depth(6), 0.0213, {{"a-b", "a", "b"}});
  EXPECT_EQ(text,
            "waiting for link a-b took 41 % of a step; with 6 ghost layers link a-b is used 6 "
            "times less often; predicted 21.3 ms instead of 34.8 ms");
}

TEST(Reason, NamesCodecsBlocksAndWeights) {
  TuningWindow window;
  window.settings = depth(2);
  window.settings.links[0].codecs[0] = codec_names({"lz4"});
  window.seconds_per_step = {2, 0, 1};
  window.machine.relative_cost = {{0.7, 0, 1}, {1.3, 0, 1}};
  DriverSettings to = depth(1);
  to.blocks_per_rank = 4;
  to.overlap = !to.overlap;
  to.speeds = {1.3, 0.7};
  const std::string text = reason_text(window, window.machine, to, 1, {{"a-b", "a", "b"}});
  EXPECT_THAT(
      text,
      HasSubstr(
          "with 1 instead of 2 ghost layers on link a-b fewer points are computed redundantly"));
  EXPECT_THAT(text, HasSubstr("uncompressed messages save the time of the codec on link a-b"));
  EXPECT_THAT(text, HasSubstr("with 4 blocks per rank, some blocks compute while others wait"));
  EXPECT_THAT(text, HasSubstr("rank 1 takes 1.30 times the mean per point"));
  EXPECT_THAT(text, HasSubstr("predicted 1 s instead of 2 s"));
}

}  // namespace
