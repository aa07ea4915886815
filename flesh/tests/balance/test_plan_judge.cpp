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

// What can_gain() rules out is refused whatever the plan, and a plan that is accepted was possible.
TEST(PlanJudge, KnowsWhereNoPlanCouldGainEnough) {
  const PlanJudge judge({});
  int possible = 0, accepted = 0;
  for (int n = 0; n < 400; ++n) {
    BalanceProblem problem;
    problem.ranks = {{.speed = 1}, {.speed = 1 + 0.01 * (n % 7), .background = 0.003 * (n % 3)}};
    for (int b = 0; b < 6; ++b)
      problem.blocks.push_back({.rank = b % 2, .work = 1 + 0.01 * ((n * (b + 3)) % 11)});
    for (int b = 1; b < 6; ++b) problem.edges.push_back({b - 1, b, 1, 1e4});
    problem.packing_seconds = n % 2 == 0 ? 0 : 2e-7;
    problem.horizon = 1e6;
    const bool can = judge.can_gain(problem);
    possible += can ? 1 : 0;
    for (int p = 1; p < 64; ++p) {
      std::vector<BlockMove> moves;
      for (int b = 0; b < 6; ++b)
        if ((p >> b & 1) != 0) moves.push_back({b, 1 - b % 2});
      if (!judged(judge, problem, moves).accepted) continue;
      EXPECT_TRUE(can) << n << ", plan " << p;
      ++accepted;
    }
  }
  EXPECT_GT(accepted, 100);
  EXPECT_GT(possible, 50);
  EXPECT_LT(possible, 350);
  BalanceProblem stranded;  // its block has to leave whatever the time
  stranded.ranks = {{.available = false}, {}};
  stranded.blocks = {{.rank = 0, .work = 1}};
  EXPECT_TRUE(judge.can_gain(stranded));
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
  judge.paid(first, 5);
  EXPECT_DOUBLE_EQ(judged(judge, three_and_one(), {{0, 1}}).price, 5);
  EXPECT_DOUBLE_EQ(judged(judge, three_and_one(), {{0, 1}, {1, 1}}).price, 10);
  judge.paid(first, 1000);
  EXPECT_FALSE(judged(judge, three_and_one(), {{0, 1}}).accepted);
}

// Where loads change meanwhile, less is believed, whether or not the plan was carried out.
TEST(PlanJudge, LearnsWhatPromisesAreWorth) {
  PlanJudge judge({});
  EXPECT_EQ(judge.trust(), 1);
  EXPECT_EQ(judge.experience(), 0);
  const BalanceProblem problem = three_and_one();
  const auto plan_then = [&](const std::vector<double>& works) {
    judge.decided(problem, judged(judge, problem, {{0, 1}}));  // 3 s, then 2 s
    BalanceProblem later = problem;
    for (std::size_t b = 0; b < works.size(); ++b) later.blocks[b].work = works[b];
    judge.compare(later, 10);
  };
  plan_then({2, 2, 2, 2});  // as promised, although all loads have grown
  EXPECT_DOUBLE_EQ(judge.trust(), 1);
  EXPECT_DOUBLE_EQ(judge.experience(), 0.5);
  plan_then({1, 1, 1, 2});  // 3 s in either case
  EXPECT_DOUBLE_EQ(judge.experience(), 1);
  EXPECT_DOUBLE_EQ(judge.trust(), 0.5);
  BalanceProblem small = problem;
  small.blocks[0].work = 0.06;  // 2.9 % of a step, of which half is believed
  EXPECT_THAT(judged(judge, small, {{0, 1}}).reason, HasSubstr("below 2 %"));
  plan_then({1, 0, 0, 3});  // 3 s became 4 s
  EXPECT_DOUBLE_EQ(judge.trust(), 0);
  EXPECT_THAT(judged(judge, problem, {{0, 1}}).reason, HasSubstr("too late"));
  plan_then({});  // refused, but it would have been right
  EXPECT_GT(judge.trust(), 0.2);
  EXPECT_TRUE(judged(judge, problem, {{0, 1}}).accepted);
  const double before = judge.trust();
  judge.decided(problem, judged(judge, problem, {{0, 1}}));
  judge.forget();
  judge.compare(problem, 10);
  EXPECT_EQ(judge.trust(), before);
}

TEST(PlanJudge, PlansAreRefusedWhileMigrationsHaveCostMoreThanTheyGained) {
  PlanJudge judge({.max_loss = 0.01});
  const BalanceProblem problem = three_and_one();  // 3 s per step, a horizon of 100 steps
  const Placement home = placement_of(problem);
  judge.account(problem, home, 10);
  judge.paid(judged(judge, problem, {{0, 1}}), 3);
  EXPECT_DOUBLE_EQ(judge.gained(), -3);
  EXPECT_TRUE(judged(judge, problem, {{0, 1}}).accepted);  // 1 % of 10 and 100 steps of 3 s is 3.3
  BalanceProblem moved = problem;
  moved.blocks[0].rank = 1;
  moved.blocks[3].work = 2.1;  // 3.1 s, at home 3 s
  judge.account(moved, home, 10);
  EXPECT_DOUBLE_EQ(judge.gained(), -4);
  BalanceDecision decision = judged(judge, problem, {{0, 1}});
  EXPECT_THAT(decision.reason, HasSubstr("not paid for themselves"));
  // It would have gained 10 s.
  judge.decided(problem, decision);
  judge.compare(problem, 10);
  EXPECT_DOUBLE_EQ(judge.gained(), 6);
  EXPECT_TRUE(judged(judge, problem, {{0, 1}}).accepted);
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
  const Placement before = placement_of(problem);
  problem.blocks[0].rank = 1;
  problem.blocks[3].work = 2.5;  // what was not foreseen: 3.5 s on rank 1, before 3 s on rank 0
  const auto worse = [&](const PlanJudge& by, double slowest, double imbalance) {
    return by.made_worse(problem, before, carried_out, measured(slowest, imbalance));
  };
  EXPECT_FALSE(worse(judge, 2, 1));
  EXPECT_FALSE(worse(judge, 3.01, 1.6));  // noise
  EXPECT_FALSE(worse(judge, 3.5, 1.51));
  EXPECT_FALSE(worse(judge, 6, 1.4));  // all loads have grown
  EXPECT_TRUE(worse(judge, 3.5, 1.6));
  EXPECT_FALSE(worse(PlanJudge({.accept_all = true}), 3.5, 1.6));
  // Other blocks have grown since, and steps would be longer still without the plan.
  problem.blocks[1].work = 4;
  EXPECT_FALSE(worse(judge, 5, 1.6));
  problem.blocks[1].work = problem.blocks[3].work = 1;

  BalanceDecision back = measured(3.5, 1.6);
  judge.undo(problem, before, back);
  EXPECT_TRUE(back.accepted);
  EXPECT_EQ(back.moves, (std::vector<BlockMove>{{0, 0}}));
  // There is nowhere else to go.
  EXPECT_FALSE(judge.made_worse(problem, before, back, measured(9, 2)));

  problem.blocks[0].rank = 0;
  EXPECT_THAT(judged(judge, problem, {{0, 1}}).reason, HasSubstr("before"));
  BalanceDecision less_equal;
  less_equal.imbalance = 1.7;  // worse than the plan was
  judge.judge(problem, {{0, 1}}, less_equal);
  EXPECT_TRUE(less_equal.accepted) << less_equal.reason;
  EXPECT_TRUE(judged(judge, problem, {{1, 1}}).accepted);
  BalanceDecision later;
  later.step = 100;
  judge.judge(problem, {{0, 1}}, later);
  EXPECT_TRUE(later.accepted) << later.reason;
}

// A balancer that does not see that its plan has become wrong.
TEST(PlanJudge, BlocksGoBackToWhereTheyBeganIfThatIsBetter) {
  const PlanJudge judge({});
  BalanceProblem problem = three_and_one();
  const Placement home = placement_of(problem);
  problem.blocks[0].rank = 1;
  const auto preferred = [&](const std::vector<BlockMove>& moves, const PlanJudge& by) {
    BalanceDecision decision = judged(by, problem, moves);
    by.prefer_home(problem, home, decision);
    return decision;
  };
  EXPECT_FALSE(preferred({}, judge).accepted);  // 2 and 2 s, at home 3 and 1 s
  problem.blocks[3].work = 2.5;                 // 2 and 3.5 s, at home 3 and 2.5 s
  BalanceDecision decision = preferred({}, judge);
  EXPECT_TRUE(decision.accepted);
  EXPECT_TRUE(decision.goes_home);
  EXPECT_EQ(decision.moves, (std::vector<BlockMove>{{0, 0}}));
  EXPECT_DOUBLE_EQ(decision.after.seconds, 3);

  // What saves more goes first, and what does not pay is refused here, too.
  problem.blocks[1].work = 0.1;
  decision = preferred({{0, 0}, {1, 1}}, judge);  // 2 and 2.6 s, at home 2.1 and 2.5 s
  EXPECT_TRUE(decision.goes_home);
  decision = preferred({{0, 0}}, judge);  // it is home
  EXPECT_TRUE(decision.accepted);
  EXPECT_FALSE(decision.goes_home);
  problem.links = {{.latency = 0, .seconds_per_byte = 1e-3}};
  EXPECT_FALSE(preferred({}, judge).accepted);
  problem.links.clear();
  EXPECT_FALSE(preferred({}, PlanJudge({.accept_all = true})).accepted);
  problem.ranks[0].available = false;  // idle by now
  EXPECT_FALSE(preferred({}, judge).accepted);
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
