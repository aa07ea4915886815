// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <cardon/kit/balance/plan_judge.hpp>

namespace cardon {
namespace {

using ::testing::HasSubstr;

/// Four blocks of 1 s, three of them on rank 0.
BalanceProblem three_and_one() {
  BalanceProblem problem;
  problem.ranks.resize(2);
  for (const int rank : {0, 0, 0, 1})
    problem.blocks.push_back({.rank = rank, .work = 1, .bytes = 1e6});
  problem.horizon = 100;
  return problem;
}

BalanceDecision judged(const PlanJudge& judge, const BalanceProblem& problem,
                       const std::vector<BlockMove>& moves) {
  BalanceDecision decision;
  decision.imbalance = 1.5;
  judge.judge(problem, moves, decision);
  return decision;
}

TEST(PlanJudge, AcceptsWhatSavesTime) {
  const BalanceDecision decision = judged(PlanJudge({}), three_and_one(), {{0, 1}});
  EXPECT_TRUE(decision.accepted) << decision.reason;
  EXPECT_DOUBLE_EQ(decision.before.seconds, 3);
  EXPECT_DOUBLE_EQ(decision.after.seconds, 2);
  EXPECT_EQ(decision.after.moved_blocks, 1);
}

TEST(PlanJudge, RefusesWhatMakesStepsLonger) {
  const BalanceDecision decision = judged(PlanJudge({}), three_and_one(), {{3, 0}});
  EXPECT_FALSE(decision.accepted);
  EXPECT_THAT(decision.reason, HasSubstr("longer"));
  EXPECT_TRUE(judged(PlanJudge({.accept_all = true}), three_and_one(), {{3, 0}}).accepted);
}

TEST(PlanJudge, RefusesSmallGains) {
  BalanceProblem problem = three_and_one();
  problem.blocks[0].work = 0.02;
  EXPECT_FALSE(judged(PlanJudge({.min_gain = 0.02}), problem, {{0, 1}}).accepted);
  EXPECT_TRUE(judged(PlanJudge({.min_gain = 0.005}), problem, {{0, 1}}).accepted);
}

TEST(PlanJudge, RefusesWhatCostsMoreThanItGains) {
  BalanceProblem problem = three_and_one();
  problem.links = {{.latency = 0, .seconds_per_byte = 1e-3}};
  EXPECT_FALSE(judged(PlanJudge({}), problem, {{0, 1}}).accepted);
  problem.horizon = 10000;
  EXPECT_TRUE(judged(PlanJudge({}), problem, {{0, 1}}).accepted);
}

// The price is what earlier migrations took.
TEST(PlanJudge, LearnsThePrice) {
  PlanJudge judge({});
  const BalanceDecision first = judged(judge, three_and_one(), {{0, 1}});
  EXPECT_LT(first.price, 0.1);
  judge.learn(first, 5, 1);
  EXPECT_DOUBLE_EQ(judged(judge, three_and_one(), {{0, 1}}).price, 5);
  EXPECT_DOUBLE_EQ(judged(judge, three_and_one(), {{0, 1}, {1, 1}}).price, 10);
  judge.learn(first, 1000, 1);
  EXPECT_FALSE(judged(judge, three_and_one(), {{0, 1}}).accepted);
}

// Where ranks do not become as equal as was promised, less is believed.
TEST(PlanJudge, LearnsWhatPromisesAreWorth) {
  PlanJudge judge({});
  EXPECT_EQ(judge.trust(), 1);
  const BalanceDecision decision = judged(judge, three_and_one(), {{0, 1}});
  judge.learn(decision, 0.01, 1);  // as promised
  EXPECT_EQ(judge.trust(), 1);
  for (int n = 0; n < 8; ++n) judge.learn(decision, 0.01, 1.6);  // worse than before
  EXPECT_DOUBLE_EQ(judge.trust(), 0.1);
  BalanceProblem problem = three_and_one();
  problem.blocks[0].work = 0.2;  // a gain of 0.2 of 2.2 s, of which a tenth is believed
  EXPECT_FALSE(judged(judge, problem, {{0, 1}}).accepted);
  EXPECT_TRUE(judged(judge, three_and_one(), {{0, 1}}).accepted);
}

TEST(PlanJudge, WhatMadeStepsLongerIsUndone) {
  PlanJudge judge({});
  BalanceProblem problem = three_and_one();
  BalanceDecision carried_out = judged(judge, problem, {{0, 1}});
  carried_out.slowest = 3;
  const auto measured = [](double slowest, double imbalance) {
    BalanceDecision now;
    now.slowest = slowest;
    now.imbalance = imbalance;
    return now;
  };
  EXPECT_FALSE(judge.made_worse(carried_out, measured(2, 1)));
  EXPECT_FALSE(judge.made_worse(carried_out, measured(3.01, 1.6)));  // noise
  EXPECT_FALSE(judge.made_worse(carried_out, measured(6, 1.4)));     // all loads have grown
  EXPECT_TRUE(judge.made_worse(carried_out, measured(3.5, 1.6)));
  EXPECT_FALSE(PlanJudge({.accept_all = true}).made_worse(carried_out, measured(3.5, 1.6)));

  const Placement before = placement_of(problem);
  problem.blocks[0].rank = 1;
  BalanceDecision back = measured(3.5, 1.6);
  judge.undo(problem, before, back);
  EXPECT_TRUE(back.accepted);
  EXPECT_EQ(back.moves, (std::vector<BlockMove>{{0, 0}}));
  EXPECT_FALSE(judge.made_worse(back, measured(9, 2)));  // there is nowhere else to go

  problem.blocks[0].rank = 0;
  EXPECT_THAT(judged(judge, problem, {{0, 1}}).reason, HasSubstr("before"));
  EXPECT_TRUE(judged(judge, problem, {{1, 1}}).accepted);
  BalanceDecision later;
  later.step = 100;
  judge.judge(problem, {{0, 1}}, later);
  EXPECT_TRUE(later.accepted) << later.reason;
}

TEST(PlanJudge, NoRankGetsMoreBlocksThanItCanHold) {
  const PlanJudge judge({.accept_all = true, .max_blocks = 3});
  const BalanceDecision decision = judged(judge, three_and_one(), {{0, 1}, {1, 1}, {2, 1}});
  EXPECT_EQ(decision.moves.size(), 2u);
  EXPECT_EQ(decision.after.moved_blocks, 2);
}

TEST(PlanJudge, BlocksStayAtTheirSite) {
  BalanceProblem problem = three_and_one();
  problem.ranks.push_back({.site = 1});
  problem.sites = 2;
  problem.links.assign(4, {});
  const BalanceDecision decision = judged(PlanJudge({}), problem, {{0, 2}, {1, 1}});
  EXPECT_EQ(decision.moves, (std::vector<BlockMove>{{1, 1}}));
  EXPECT_EQ(judged(PlanJudge({.between_sites = true}), problem, {{0, 2}, {1, 1}}).moves.size(), 2u);
}

TEST(PlanJudge, NothingIsNoPlan) {
  const BalanceDecision decision = judged(PlanJudge({.accept_all = true}), three_and_one(), {});
  EXPECT_FALSE(decision.accepted);
  EXPECT_EQ(decision.reason, "nothing to move");
}

}  // namespace
}  // namespace cardon
