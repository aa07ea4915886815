// SPDX-License-Identifier: Apache-2.0
// How good the learned forest is where it has not learned: scenarios of another seed, and loads,
// grids and machines of other kinds.
#include <gtest/gtest.h>

#include <cardon/kit/balance/placement.hpp>
#include <cardon/kit/balance/placement_cost.hpp>
#include <cardon/kit/balance/strategy_choice.hpp>
#include <cstdint>
#include <cstdio>
#include <set>

#include "../support/long_version.hpp"
#include "balancing/learn_command.hpp"
#include "choosable_balancers.hpp"

namespace cardon {
namespace {

constexpr unsigned held_out = 4711;  // the forest learned from seed 1
const int count = long_version() ? 100 : 40;

TEST(BalanceScenario, FollowsFromItsSeed) {
  for (const ScenarioFamily family : {ScenarioFamily::learnt, ScenarioFamily::foreign})
    for (int number = 0; number < 20; ++number) {
      const BalanceScenario one = draw_scenario(family, 3, number),
                            same = draw_scenario(family, 3, number),
                            other = draw_scenario(family, 4, number);
      const std::vector<double> values = feature_values(one.problem, one.change);
      EXPECT_EQ(values, feature_values(same.problem, same.change));
      EXPECT_NE(values, feature_values(other.problem, other.change));
      EXPECT_EQ(one.work(100), same.work(100));
      EXPECT_EQ(one.work(0).size(), one.problem.blocks.size());
      EXPECT_GE(one.problem.blocks.size(), one.problem.ranks.size());
      for (const double work : one.work(1000)) EXPECT_GT(work, 0);
      for (const BlockLoad& block : one.problem.blocks)
        EXPECT_LT(block.rank, int(one.problem.ranks.size()));
    }
}

// Kinds of loads are not shared, so that the second score is one of other distributions.
TEST(BalanceScenario, ForeignOnesAreOfOtherKinds) {
  std::set<std::string> learnt, foreign;
  for (int number = 0; number < 100; ++number) {
    learnt.insert(draw_scenario(ScenarioFamily::learnt, 1, number).kind);
    foreign.insert(draw_scenario(ScenarioFamily::foreign, 1, number).kind);
  }
  EXPECT_EQ(learnt.size(), 5u);
  EXPECT_EQ(foreign.size(), 4u);
  for (const std::string& kind : foreign) EXPECT_EQ(learnt.count(kind), 0u) << kind;
}

// A rank that is slow, which nobody knows: its blocks seem expensive, wherever they could go.
TEST(BalanceScenario, SpeedsMayBeUnknown) {
  int unknown = 0;
  for (int number = 0; number < 200; ++number) {
    const BalanceScenario one = draw_scenario(ScenarioFamily::foreign, 5, number);
    bool differs = false;
    for (std::size_t r = 0; r < one.ranks.size(); ++r)
      differs = differs || one.ranks[r].speed != one.problem.ranks[r].speed;
    if (!differs) continue;
    ++unknown;
    const std::vector<double> work = one.work(0);
    for (std::size_t b = 0; b < work.size(); ++b) {
      const BlockLoad& block = one.problem.blocks[b];
      EXPECT_EQ(one.problem.ranks[std::size_t(block.rank)].speed, 1);
      const double seconds = work[b] / one.ranks[std::size_t(block.rank)].speed;
      EXPECT_NEAR(block.work, seconds, 0.04 * seconds);
    }
  }
  EXPECT_GT(unknown, 20);
  EXPECT_LT(unknown, 80);
}

// Seconds are those of a problem whose loads stay: what PlacementCost says, and nothing for none.
TEST(StrategyOutcome, WithoutPlanIsTheTimeOfTheSteps) {
  BalanceScenario still = draw_scenario(ScenarioFamily::learnt, 1, 0);
  still.ranks = still.problem.ranks;
  std::vector<double> work;
  for (const BlockLoad& block : still.problem.blocks) work.push_back(block.work);
  still.work = [work](double) { return work; };
  const PlanOutlook outlook(still.problem, still.change);
  for (const auto& [name, balancer] : choosable_balancers()) {
    const StrategyOutcome outcome = try_strategy(still, outlook, name, *balancer);
    const double now =
        still.problem.horizon * PlacementCost(still.problem).seconds(placement_of(still.problem));
    if (name == "none") {
      EXPECT_NEAR(outcome.seconds, now, 1e-9 * now);
      EXPECT_FALSE(outcome.moved);
    } else if (outcome.moved) {
      EXPECT_LT(outcome.seconds - outcome.promised, now) << name;
    }
  }
}

void report(const char* family, const std::vector<ChoiceScore>& scores) {
  for (const ChoiceScore& s : scores)
    std::printf("%s, %-12s fastest %.3f, within 1 %% %.3f, gain %.3f, worst %.2f\n", family,
                s.name.c_str(), s.exact, s.best, s.gain, s.worst);
}

TEST(ChoiceScore, TheForestIsGoodWhereItHasNotLearned) {
  const NamedBalancers all = choosable_balancers();
  for (const auto& [name, family] : {std::pair("learnt", ScenarioFamily::learnt),
                                     std::pair("foreign", ScenarioFamily::foreign)}) {
    const auto tried = try_scenarios(family, held_out, 0, count, all);
    const ChoiceScore forest = score_forest(
        {.name = "forest", .strategies = learned_forest(), .plans = &learned_plans()}, tried);
    const ChoiceScore promises =
        score_forest({.name = "promises", .strategies = learned_forest()}, tried);
    const ChoiceScore tree =
        score_forest({.name = "tree", .strategies = published_tree(), .max_plans = 1}, tried);
    ChoiceScore fixed{.gain = -1};
    for (const auto& [strategy, balancer] : all) {
      const ChoiceScore one = score_fixed(strategy, tried);
      if (one.gain > fixed.gain) fixed = one;
    }
    report(name, {forest, promises, tree, score_plans(tried), fixed});
    EXPECT_GT(forest.gain, 0.85);
    EXPECT_GT(forest.gain, promises.gain);
    EXPECT_GT(forest.best, 0.7);
    EXPECT_GT(forest.gain, fixed.gain);
    EXPECT_GT(forest.best, fixed.best);
    EXPECT_GT(forest.gain, tree.gain);
  }
}

}  // namespace
}  // namespace cardon
