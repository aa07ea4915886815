// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "plant.hpp"

using namespace cardon;
using namespace cardon::test;
using testing::HasSubstr;

namespace {

ModelRun run_of(const Plant& plant) {
  return ModelRun(plant.setup(), std::make_shared<FormulaForecaster>(plant.formula));
}

struct Place {
  double latency, bandwidth;
  bool smooth;
};

/// Counts how often settings are looked for.
class CountingForecaster : public FormulaForecaster {
 public:
  using FormulaForecaster::FormulaForecaster;
  SearchResult search(const SearchSpace& space, const MachineEstimate& machine,
                      const DriverSettings& start) const override {
    ++searches;
    return FormulaForecaster::search(space, machine, start);
  }
  mutable int searches = 0;
};

// Searches after one and two windows.
std::pair<int, int> first_searches(const Truth& truth, const CodecNames& codecs) {
  Plant plant(truth, 1000000);
  const auto forecaster = std::make_shared<CountingForecaster>(plant.formula);
  plant.start.links[0].codecs[0] = codecs;
  ModelRun run(plant.setup(), forecaster);
  plant.drive(run, 1);
  const int first = forecaster->searches;
  plant.drive(run, 1);
  return {first, forecaster->searches - first};
}

// A search takes time from ranks that compute.
TEST(Steadiness, TheFirstSearchWaitsWhereRanksDoNot) {
  Truth fast;
  fast.latency = 0;
  fast.bandwidth = 1e11;
  const auto [first, second] = first_searches(fast, {});
  EXPECT_EQ(first, 0);
  EXPECT_GT(second, 0);
  EXPECT_GT(first_searches(fast, codec_names({"zlib-1"})).first, 0) << "codecs may be of no use";
  EXPECT_GT(first_searches({}, {}).first, 0) << "ranks wait";
  Truth unequal = fast;
  unequal.relative_cost = {1, 1, 2, 1};
  EXPECT_GT(first_searches(unequal, {}).first, 0) << "a rank is slow";
}

TEST(Steadiness, WhereNothingWasSearchedNothingIsSaidToBeTheBest) {
  Truth fast;
  fast.latency = 0;
  fast.bandwidth = 1e11;
  Plant plant(fast, 1000000);
  ModelRun run = run_of(plant);
  plant.drive(run, 1);
  EXPECT_FALSE(plant.decisions.back().converged);
  EXPECT_EQ(plant.decisions.back().why,
            "ranks hardly wait, and other settings are considered after the next window");
}

TEST(Steadiness, SearchesBecomeRareWhereNothingBetterIsKnown) {
  Truth truth;
  truth.latency = 0;
  truth.bandwidth = 2e9;
  Plant plant(truth, 1000000);
  const auto forecaster = std::make_shared<CountingForecaster>(plant.formula);
  ModelRun run(plant.setup(), forecaster);
  plant.drive(run, 10);
  ASSERT_TRUE(plant.decisions.back().converged) << plant.trace();
  const int before = forecaster->searches;
  plant.drive(run, 64);
  // Three searches at most in each of the windows 15, 31 and 63 since then, and now and then one
  // more where something seems better or has changed.
  EXPECT_LE(forecaster->searches - before, 24) << plant.trace();
}

TEST(Codecs, AreNotTriedInAWindowThatTheRunDoesNotComplete) {
  Truth truth;
  truth.latency = 0;
  truth.bandwidth = 2e9;
  Plant plant(truth, 60);
  ModelRun run = run_of(plant);
  plant.drive(run, 1);
  ASSERT_GT(plant.decisions.back().steps, 60 - plant.windows.back().last);
  EXPECT_FALSE(plant.decisions.front().trials.empty());
  EXPECT_TRUE(plant.decisions.back().trials.empty());
}

class Places : public testing::TestWithParam<Place> {};

TEST_P(Places, ComesWithin5PercentOfTheBestInSixWindows) {
  for (unsigned seed = 1; seed <= 3; ++seed) {
    Truth truth;
    truth.latency = GetParam().latency;
    truth.bandwidth = GetParam().bandwidth;
    truth.smooth = GetParam().smooth;
    Plant plant(truth, 3000, seed);
    ModelRun run = run_of(plant);
    plant.drive(run, 6);
    EXPECT_LT(plant.now(), 1.05 * plant.best(plant.freedom)) << "seed " << seed << plant.trace();
  }
}

std::vector<Place> places() {
  std::vector<Place> all;
  for (const double latency : {0.0, 1e-3, 10e-3, 30e-3, 75e-3, 150e-3})
    for (const double bandwidth : {1e6, 3e6, 12.5e6, 100e6, 2e9})
      for (const bool smooth : {true, false}) all.push_back({latency, bandwidth, smooth});
  return all;
}

INSTANTIATE_TEST_SUITE_P(Grid, Places, testing::ValuesIn(places()));

// Settles, lets `change` happen, and expects the new best after the window in which it is seen and
// two more.
template <class Change>
void expect_to_follow(const Truth& truth, Change&& change) {
  for (unsigned seed = 1; seed <= 5; ++seed) {
    Plant plant(truth, 100000, seed);
    ModelRun run = run_of(plant);
    plant.drive(run, 12);
    ASSERT_TRUE(plant.decisions.back().converged) << "seed " << seed << plant.trace();
    change(plant.truth);
    plant.drive(run, 1);
    EXPECT_THAT(plant.decisions.back().why, HasSubstr("went from"))
        << "seed " << seed << plant.trace();
    plant.drive(run, 2);
    EXPECT_LT(plant.now(), 1.05 * plant.best(plant.freedom)) << "seed " << seed << plant.trace();
  }
}

TEST(Following, LatencyTimes4) {
  expect_to_follow({}, [](Truth& t) { t.latency *= 4; });
}

TEST(Following, BandwidthOverTen) {
  Truth truth;
  truth.bandwidth = 30e6;
  expect_to_follow(truth, [](Truth& t) { t.bandwidth /= 10; });
}

TEST(Following, DataTurnNoisy) {
  expect_to_follow({}, [](Truth& t) { t.smooth = false; });
}

TEST(Following, DataTurnSmooth) {
  Truth truth;
  truth.smooth = false;
  expect_to_follow(truth, [](Truth& t) { t.smooth = true; });
}

TEST(Following, ARankSlowsToHalf) {
  expect_to_follow({}, [](Truth& t) { t.relative_cost = {0.8, 1.6, 0.8, 0.8}; });
}

TEST(Steadiness, NoiseLeadsToAtMostOneChangeAfterConvergence) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    Truth truth;
    truth.noise = 0.1;
    truth.outliers = 0.2;
    Plant plant(truth, 30000, seed);
    ModelRun run = run_of(plant);
    plant.drive(run, 10);
    ASSERT_TRUE(plant.decisions.back().converged) << "seed " << seed << plant.trace();
    const long before = plant.changes();
    plant.drive(run, 100);
    EXPECT_LE(plant.changes() - before, 1) << "seed " << seed << plant.trace();
  }
}

TEST(Codecs, AreDroppedWhereTheyAreOfNoUse) {
  Truth truth;
  truth.smooth = false;
  truth.bandwidth = 100e6;
  Plant plant(truth, 3000);
  plant.start.links[0].codecs[0] = plant.start.links[0].codecs[1] = plant.chains.front();
  ModelRun run = run_of(plant);
  plant.drive(run, 10);
  const DriverSettings& last = plant.windows.back().settings;
  EXPECT_TRUE(last.links[0].codecs[0].empty() && last.links[0].codecs[1].empty()) << plant.trace();
}

TEST(Budget, SearchCostsNoMoreThanItMay) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    Plant plant({}, 3000, seed);
    ModelRun run = run_of(plant);
    plant.drive(run, 1000);
    EXPECT_LT(run.spent(), 0.02 * plant.elapsed) << "seed " << seed << plant.trace();
  }
}

// A step may be so short that ranks wait for decisions for the time of many. Once nothing better
// is known, windows are as long as that is worth.
TEST(Budget, WindowsThatCostMuchBecomeRare) {
  Truth truth;
  Plant plant(truth, 400000);
  plant.truth.looking = 100 * plant.formula_step(plant.start);
  ModelRun run(plant.setup(), std::make_shared<FormulaForecaster>(plant.formula));
  plant.drive(run, 100000);
  const double share = plant.truth.looking * double(plant.windows.size()) / plant.elapsed;
  EXPECT_LT(share, 1.5 * plant.setup().budget) << plant.windows.size() << " windows";
  EXPECT_GT(plant.windows.size(), 10u);
}

// What the forecasts know nothing of makes other settings than the first ones much slower.
TEST(Liars, WhatTurnsOutWorseIsUndoneWithinAWindow) {
  for (const double worse : {1.03, 1.3, 4.0})
    for (unsigned seed = 1; seed <= 10; ++seed) {
      Truth truth;
      truth.noise = 0.002;
      Plant plant(truth, 5000, seed);
      const double first = plant.step(plant.start);
      plant.truth.lie = [&, worse](const DriverSettings& s) {
        return same_settings(s, plant.start) ? 1.0 : worse * first / plant.formula_step(s);
      };
      ModelRun run = run_of(plant);
      plant.drive(run, 60);
      for (std::size_t n = 1; n < plant.windows.size(); ++n) {
        const double before = plant.windows[n - 1].seconds_per_step.value;
        if (plant.windows[n].seconds_per_step.value < 1.02 * before) continue;
        EXPECT_EQ(plant.decisions[n + 1].verdict, Decision::Verdict::reverted)
            << "window " << n << " seed " << seed << plant.trace();
        EXPECT_NEAR(plant.step(plant.decisions[n + 1].settings), first, 1e-9) << plant.trace();
      }
    }
}

// Just when a change shall be judged, the speeds of ranks are others.
TEST(Liars, WhatIsWorseIsUndoneThoughTheMachineChangedToo) {
  for (unsigned seed = 1; seed <= 10; ++seed) {
    Truth truth;
    truth.noise = 0.002;
    Plant plant(truth, 5000, seed);
    const double first = plant.step(plant.start);
    plant.truth.lie = [&](const DriverSettings& s) {
      return same_settings(s, plant.start) ? 1.0 : 2 * first / plant.formula_step(s);
    };
    ModelRun run = run_of(plant);
    plant.drive(run, 1);
    ASSERT_FALSE(same_settings(plant.decisions.back().settings, plant.start));
    plant.truth.relative_cost = {0.7, 0.7, 1.3, 1.3};
    plant.drive(run, 1);
    EXPECT_EQ(plant.decisions.back().verdict, Decision::Verdict::reverted) << plant.trace();
    EXPECT_TRUE(same_settings(plant.decisions.back().settings, plant.start)) << plant.trace();
  }
}

// A grid that is cut again takes a hundred steps' time; nothing is gained in a short run.
TEST(Price, AChangeIsMadeOnlyIfTheStepsLeftPayForIt) {
  Truth truth;
  truth.relative_cost = {0.9, 1.1, 1, 1};
  truth.latency = 1e-3;
  truth.bandwidth = 2e9;
  for (const long steps : {300L, 500L, 100000L}) {
    Plant plant(truth, steps);
    plant.formula.moving = plant.truth.moving = 100 * plant.step(plant.start);
    ModelRun run = run_of(plant);
    plant.drive(run, 1000);
    const double fixed = double(steps) * plant.step(plant.start);
    EXPECT_LT(plant.elapsed, 1.02 * fixed) << steps << plant.trace();
    if (steps > 10000) {
      EXPECT_LT(plant.elapsed, 0.97 * fixed) << plant.trace();
    }
  }
}

// Overlap and codecs move no points.
TEST(Price, ASettingThatMovesNoPointsIsTakenIfTheBestDoesNotPay) {
  Truth truth;
  truth.relative_cost = {0.9, 1.1, 1, 1};
  Plant plant(truth, 400);
  plant.formula.moving = plant.truth.moving = 1000 * plant.step(plant.start);
  ModelRun run = run_of(plant);
  plant.drive(run, 1000);
  EXPECT_LT(plant.elapsed, 0.9 * 400 * plant.step(plant.start)) << plant.trace();
  EXPECT_LT(plant.changing, 1) << plant.trace();
}

TEST(Freedom, LeavesAloneWhatTheUserFixed) {
  Plant plant({}, 3000);
  plant.start.links[0].depth = 3;
  plant.freedom = {};
  plant.freedom.depth = {false};
  plant.freedom.codecs = {true};
  plant.freedom.overlap = true;
  ModelRun run = run_of(plant);
  plant.drive(run, 100);
  for (const TuningWindow& window : plant.windows) {
    EXPECT_EQ(window.settings.links[0].depth, 3);
    EXPECT_EQ(window.settings.blocks_per_rank, 1);
    EXPECT_TRUE(window.settings.speeds.empty());
  }
  EXPECT_LT(plant.now(), 1.05 * plant.best(plant.freedom));
}

// What was measured and tried was so for another cut.
TEST(Following, AnotherDivisionOfTheGridByABalancer) {
  Plant plant({}, 5000);
  plant.freedom.weights = false;
  ModelRun run = run_of(plant);
  plant.drive(run, 6);
  plant.decisions.back().settings.speeds = {1, 1, 0.5, 0.5};
  plant.drive(run, 1);
  EXPECT_THAT(plant.decisions.back().why,
              HasSubstr("the grid was divided among sites in another way"));
  EXPECT_EQ(plant.decisions.back().verdict, Decision::Verdict::none) << plant.trace();
  plant.drive(run, 20);
  for (std::size_t n = 7; n < plant.windows.size(); ++n)
    EXPECT_EQ(plant.windows[n].settings.speeds, (std::vector<double>{1, 1, 0.5, 0.5})) << n;
}

TEST(Explaining, SaysWhyInWordsAndFigures) {
  Truth truth;
  truth.noise = truth.bias = 0;
  Plant plant(truth, 3000);
  ModelRun run = run_of(plant);
  plant.drive(run, 3);
  EXPECT_THAT(plant.decisions[1].why, HasSubstr("waiting for link a-b took"));
  EXPECT_THAT(plant.decisions[1].why, HasSubstr("predicted"));
  EXPECT_THAT(plant.decisions[2].why, HasSubstr("the change gained"));
}

TEST(Explaining, AChangeThatIsMeasuredOnceMoreHasItsVerdictLater) {
  Truth truth;
  truth.noise = 0;
  Plant plant(truth, 3000);
  plant.truth.lie = [&](const DriverSettings& s) { return 0.5 / plant.formula_step(s); };
  ModelRun run = run_of(plant);
  plant.drive(run, 6);
  int pending = 0;
  for (const Decision& decision : plant.decisions) {
    const bool again = decision.why.find("it is measured once more") != std::string::npos;
    EXPECT_EQ(decision.verdict == Decision::Verdict::pending, again) << plant.trace();
    pending += again;
  }
  EXPECT_GT(pending, 0) << plant.trace();
}

}  // namespace
