// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cardon/kit/balance/plan_outlook.hpp>
#include <cardon/thorn/error.hpp>

#include "planners.hpp"

namespace cardon {
namespace {

class Fixed : public Balancer {
 public:
  explicit Fixed(std::vector<BlockMove> moves) : moves_(std::move(moves)) {}
  void open(const BalancerSetup&) override {}
  std::vector<BlockMove> plan(const BalanceProblem&) override { return moves_; }

 private:
  std::vector<BlockMove> moves_;
};

/// Blocks of 4, 3, 2 and 1 s on rank 0 of two.
BalanceProblem all_on_one() {
  BalanceProblem problem;
  problem.ranks.resize(2);
  for (const double work : {4., 3., 2., 1.})
    problem.blocks.push_back({.rank = 0, .work = work, .bytes = 1e6});
  problem.horizon = 100;
  return problem;
}

BalanceDecision best(const std::vector<std::pair<std::string, std::vector<BlockMove>>>& plans) {
  Planners planners;
  for (const auto& [name, moves] : plans) planners.add(name, std::make_shared<Fixed>(moves));
  BalanceDecision decision{.step = 10};
  planners.plan(all_on_one(), {}, PlanJudge({}), decision);
  return decision;
}

TEST(Planners, ThePlanThatSavesMostIsTaken) {
  const std::vector<BlockMove> nothing, some = {{3, 1}}, half = {{0, 1}, {3, 1}};
  for (const auto& plans : {std::vector<std::pair<std::string, std::vector<BlockMove>>>{
                                {"nothing", nothing}, {"some", some}, {"half", half}},
                            {{"half", half}, {"some", some}, {"nothing", nothing}}}) {
    const BalanceDecision decision = best(plans);
    EXPECT_EQ(decision.balancer, "half");
    EXPECT_EQ(decision.moves, half);
    EXPECT_TRUE(decision.accepted);
    EXPECT_EQ(decision.step, 10);
    EXPECT_GT(decision.saved, 490);  // 10 -> 5 s for 100 steps
  }
  EXPECT_FALSE(best({{"nothing", nothing}}).accepted);
}

// Fewer blocks move where the result is as good.
TEST(Planners, ThePriceCounts) {
  const BalanceDecision decision = best({{"large", {{0, 1}, {3, 1}}},
                                         {"small", {{1, 1}, {2, 1}}},
                                         {"all", {{0, 1}, {1, 1}, {2, 1}, {3, 1}}}});
  EXPECT_EQ(decision.balancer, "large");  // the first of equals
}

TEST(Planners, AutoStandsForSeveral) {
  EXPECT_EQ(Planners::names("greedy", "forest"), std::vector<std::string>{"greedy"});
  EXPECT_EQ(Planners::names("auto", "plans").size(), 3u);
  for (const char* choice : {"forest", "tree"})
    EXPECT_GT(Planners::names("auto", choice).size(), 5u);
}

class Failing : public Fixed {
 public:
  Failing() : Fixed({}) {}
  std::vector<BlockMove> plan(const BalanceProblem&) override {
    throw Error(Problem{.slug = "balancer/partitioner", .message = "no parts"});
  }
};

TEST(Planners, BalancersThatFailMoveNothing) {
  Planners planners;
  planners.add("bad", std::make_shared<Failing>());
  BalanceDecision decision{.step = 10};
  planners.plan(all_on_one(), {}, PlanJudge({.accept_all = true}), decision);
  EXPECT_FALSE(decision.accepted);
  EXPECT_EQ(decision.failure, "bad failed: no parts");
  EXPECT_EQ(decision.reason, decision.failure);
  // Another one's plan is carried out, and the failure is not forgotten.
  planners.add("good", std::make_shared<Fixed>(std::vector<BlockMove>{{0, 1}, {3, 1}}));
  decision = {.step = 20};
  planners.plan(all_on_one(), {}, PlanJudge({}), decision);
  EXPECT_TRUE(decision.accepted);
  EXPECT_EQ(decision.balancer, "good");
  EXPECT_EQ(decision.failure, "bad failed: no parts");
}

class Counting : public Fixed {
 public:
  using Fixed::Fixed;
  std::vector<BlockMove> plan(const BalanceProblem& problem) override {
    ++plans;
    return Fixed::plan(problem);
  }
  int plans = 0;
};

TEST(Planners, NobodyIsAskedWhereNoPlanCouldGainEnough) {
  const auto counting = std::make_shared<Counting>(std::vector<BlockMove>{{0, 1}});
  Planners planners;
  planners.add("some", counting);
  BalanceProblem problem = all_on_one();
  problem.blocks = {{.rank = 0, .work = 1.03}, {.rank = 1, .work = 1}};
  BalanceDecision decision{.step = 10};
  planners.plan(problem, {}, PlanJudge({}), decision);
  EXPECT_EQ(counting->plans, 0);
  EXPECT_FALSE(decision.accepted);
  EXPECT_EQ(decision.balancer, "some");
  EXPECT_EQ(decision.reason, "no plan could gain enough");
  EXPECT_DOUBLE_EQ(decision.before.seconds, 1.03);
  planners.plan(problem, {}, PlanJudge({.accept_all = true}), decision = {.step = 20});
  EXPECT_EQ(counting->plans, 1);
  problem.blocks[0].work = 1.05;  // 2.4 %
  planners.plan(problem, {}, PlanJudge({}), decision = {.step = 30});
  EXPECT_EQ(counting->plans, 2);
}

TEST(Planners, PlansWithWhatDoesNotExistMoveNothing) {
  for (const BlockMove& wrong :
       {BlockMove{4, 1}, BlockMove{-1, 1}, BlockMove{0, 2}, BlockMove{0, -1}}) {
    const BalanceDecision decision = best({{"bad", {{3, 1}, wrong}}});
    EXPECT_FALSE(decision.accepted);
    EXPECT_EQ(decision.moves.size(), 0u);
    EXPECT_EQ(decision.failure, "bad plans to move block " + std::to_string(wrong.block) +
                                    " to rank " + std::to_string(wrong.rank));
  }
  Planners planners;
  planners.add("bad", std::make_shared<Fixed>(std::vector<BlockMove>{{0, 1}}));
  BalanceProblem problem = all_on_one();
  problem.ranks[1].available = false;
  BalanceDecision decision{.step = 10};
  planners.plan(problem, {}, PlanJudge({.accept_all = true}), decision);
  EXPECT_FALSE(decision.accepted);
}

BalanceDecision chosen(const BalanceProblem& problem, const std::string& planner,
                       std::vector<BlockMove> moves) {
  Planners planners("tree");
  planners.add(planner, std::make_shared<Fixed>(std::move(moves)));
  BalanceDecision decision{.step = 10};
  planners.plan(problem, {}, PlanJudge({}), decision);
  return decision;
}

TEST(Planners, TheTreeChoosesWhoPlans) {
  const BalanceDecision decision = chosen(all_on_one(), "greedy", {{0, 1}, {3, 1}});
  EXPECT_EQ(decision.balancer, "greedy");
  EXPECT_EQ(decision.chosen_by, "tree");
  EXPECT_NEAR(decision.votes, 2. / 3, 1e-12);
  EXPECT_TRUE(decision.accepted);
  EXPECT_EQ(decision.moves.size(), 2u);
}

// The choice does not overrule the judge.
TEST(Planners, WhatDoesNotPayIsRefusedWhoeverChose) {
  BalanceProblem costly = all_on_one();
  costly.links = {{0, 1e-3}};  // a block takes 1000 s
  const BalanceDecision decision = chosen(costly, "greedy", {{0, 1}, {3, 1}});
  EXPECT_EQ(decision.balancer, "greedy");
  EXPECT_FALSE(decision.accepted);
  EXPECT_EQ(decision.reason, "moving would cost more than 100 steps gain");
}

TEST(Planners, NobodyPlansWhereNoGainIsExpected) {
  BalanceProblem equal = all_on_one();
  for (std::size_t b = 0; b < 4; ++b) {
    equal.blocks[b].work = 1;
    equal.blocks[b].rank = int(b % 2);
  }
  const BalanceDecision decision = chosen(equal, "greedy", {{0, 1}});
  EXPECT_EQ(decision.balancer, "none");
  EXPECT_TRUE(decision.moves.empty());
  EXPECT_FALSE(decision.accepted);
  EXPECT_EQ(decision.reason.rfind("the tree expects no gain", 0), 0u) << decision.reason;
}

// Eight ranks in a ring with eight blocks each, of which rank 0 takes three times as long as the
// others: more likely, it is slow.
BalanceProblem one_is_late() {
  BalanceProblem problem;
  problem.ranks.resize(8);
  for (int b = 0; b < 64; ++b) {
    problem.blocks.push_back({.rank = b / 8, .work = b < 8 ? 3. : 1., .bytes = 1e3});
    problem.edges.push_back({b, (b + 1) % 64});
    problem.edges.push_back({(b + 1) % 64, b});
  }
  problem.horizon = 100;
  return problem;
}

BalanceDecision judged(const BalanceProblem& problem, const std::vector<BlockMove>& moves) {
  BalanceDecision decision;
  PlanJudge({}).judge(problem, moves, decision);
  return decision;
}

// A plan that exchanges blocks promises more than one that hands over fewer, but gains nothing if
// the rank is slow. The second forest knows.
TEST(Planners, TheForestTakesThePlanOfWhichMostIsExpected) {
  const BalanceProblem problem = one_is_late();
  std::vector<BlockMove> exchange, hand_over;
  for (int b = 0; b < 5; ++b) {
    exchange.push_back({b, b + 1});
    exchange.push_back({8 * (b + 1), 0});
  }
  for (int b = 0; b < 3; ++b) hand_over.push_back({b, b + 1});
  const PlanOutlook outlook(problem, {});
  const BalanceDecision first = judged(problem, exchange), second = judged(problem, hand_over);
  ASSERT_TRUE(first.accepted && second.accepted);
  ASSERT_GT(first.saved, second.saved);
  ASSERT_LT(outlook.forecast(first), outlook.forecast(second));
  for (const bool turned : {false, true}) {
    Planners by_promise, by_forest("forest");
    for (Planners* planners : {&by_promise, &by_forest}) {
      planners->add("refine", std::make_shared<Fixed>(turned ? exchange : hand_over));
      planners->add("greedy", std::make_shared<Fixed>(turned ? hand_over : exchange));
    }
    BalanceDecision decision{.step = 10};
    by_promise.plan(problem, {}, PlanJudge({}), decision);
    EXPECT_EQ(decision.moves, exchange);
    decision = {.step = 10};
    by_forest.plan(problem, {}, PlanJudge({}), decision);
    EXPECT_EQ(decision.moves, hand_over);
    EXPECT_EQ(decision.chosen_by, "forest");
    EXPECT_DOUBLE_EQ(decision.expected,
                     outlook.forecast(second) * second.before.seconds * problem.horizon);
  }
}

}  // namespace
}  // namespace cardon
