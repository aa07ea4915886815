// SPDX-License-Identifier: Apache-2.0
// What plans gain if loads are not as they were measured.
#include <gtest/gtest.h>

#include <cardon/kit/balance/plan_outlook.hpp>
#include <cardon/kit/balance/strategy_choice.hpp>
#include <cmath>

namespace cardon {
namespace {

// Three ranks with four blocks in a row each; those of rank 0 take three times as long.
BalanceProblem one_rank_is_late() {
  BalanceProblem problem;
  problem.ranks.resize(3);
  for (int b = 0; b < 12; ++b) {
    problem.blocks.push_back({.rank = b / 4, .work = b < 4 ? 3. : 1., .bytes = 1e3});
    if (b == 0) continue;
    problem.edges.push_back({b - 1, b});
    problem.edges.push_back({b, b - 1});
  }
  problem.horizon = 100;
  return problem;
}

double feature(const BalanceProblem& problem, const LoadChange& change,
               const std::vector<BlockMove>& moves, std::string_view name) {
  BalanceDecision decision;
  PlanJudge({}).judge(problem, moves, decision);
  const std::vector<double> values = PlanOutlook(problem, change).values(decision);
  EXPECT_EQ(values.size(), plan_features().size());
  return values[std::size_t(feature_number(name, plan_features()))];
}

// Exchanging blocks helps if blocks are expensive, and not if the rank is slow; handing two over
// helps in either case.
TEST(PlanOutlook, RanksMayBeSlowInsteadOfBlocksExpensive) {
  const BalanceProblem problem = one_rank_is_late();
  const std::vector<BlockMove> exchange{{0, 1}, {1, 2}, {4, 0}, {8, 0}}, hand_over{{0, 1}, {1, 2}};
  EXPECT_GT(feature(problem, {}, exchange, "gain"), 0.3);
  EXPECT_NEAR(feature(problem, {}, exchange, "gain_slow_ranks"), 0, 1e-12);
  EXPECT_NEAR(feature(problem, {}, hand_over, "gain_slow_ranks"), 0.5, 1e-12);
  EXPECT_NEAR(feature(problem, {}, hand_over, "more_slow_ranks"),
              0.5 - feature(problem, {}, hand_over, "gain"), 1e-12);
}

TEST(PlanOutlook, LoadsMayGoOnChanging) {
  const BalanceProblem problem = one_rank_is_late();
  LoadChange change;
  change.work.assign(12, 0.0);
  const std::vector<BlockMove> moves{{0, 1}, {1, 2}};
  const double gain = feature(problem, {}, moves, "gain_soon");
  EXPECT_EQ(feature(problem, change, moves, "gain_soon"), gain);
  // The load moves on to blocks of rank 1, which the plan has given more.
  for (int b = 0; b < 4; ++b) {
    change.work[std::size_t(b)] = -0.05;
    change.work[std::size_t(4 + b)] = 0.05;
  }
  EXPECT_LT(feature(problem, change, moves, "gain_soon"), gain);
  EXPECT_LT(feature(problem, change, moves, "gain_late"), 0);
}

TEST(PlanOutlook, LoadsMaySpread) {
  const BalanceProblem problem = one_rank_is_late();
  const std::vector<BlockMove> moves{{0, 1}, {1, 2}};
  const double gain = feature(problem, {}, moves, "gain"),
               near = feature(problem, {}, moves, "gain_near"),
               far = feature(problem, {}, moves, "gain_far");
  EXPECT_LT(near, gain);
  EXPECT_LT(far, near);
  EXPECT_NEAR(feature(problem, {}, moves, "gain_equal"), 1 - 5 / 4., 1e-12);
}

// A heavy block that travels along the row leaves the rank that has it, and reaches another one.
TEST(PlanOutlook, LoadsMayTravel) {
  BalanceProblem problem;
  problem.ranks.resize(4);
  LoadChange change{.steps = 10, .array = {.extents = {24, 1, 1}}};
  const auto load = [](double at, int b) { return 1 + 8 * std::exp(-std::pow((b - at) / 2, 2)); };
  for (int b = 0; b < 24; ++b) {
    problem.blocks.push_back({.rank = b / 6, .work = load(3, b), .bytes = 1e3});
    change.work.push_back((load(3, b) - load(2, b)) / 10);
  }
  problem.horizon = 100;
  const std::vector<BlockMove> moves{{0, 1}, {1, 1}, {2, 2}, {3, 3}};
  EXPECT_GT(feature(problem, {}, moves, "gain_ahead"), 0.3);
  EXPECT_NEAR(feature(problem, {}, moves, "gain_ahead"), feature(problem, {}, moves, "gain"), 1e-6);
  EXPECT_NEAR(feature(problem, change, moves, "travel"), 10, 1);
  EXPECT_LT(feature(problem, change, moves, "gain_ahead"), 0.1);
  EXPECT_LT(feature(problem, change, moves, "foreseen"), 0.1);
}

TEST(PlanOutlook, RanksThatSeemSlowCountHalf) {
  const BalanceProblem problem = one_rank_is_late();
  const std::vector<BlockMove> exchange{{0, 1}, {1, 2}, {4, 0}, {8, 0}};
  EXPECT_GT(feature(problem, {}, exchange, "evidence"), 0.5);
  const double ahead = feature(problem, {}, exchange, "gain_ahead"),
               guessed = feature(problem, {}, exchange, "gain_ahead_guessed");
  EXPECT_LT(guessed, ahead - 0.2);
  EXPECT_NEAR(feature(problem, {}, exchange, "foreseen"), (ahead + guessed) / 2, 1e-6);
}

TEST(PlanOutlook, ExpectationIsBetweenPromiseAndForest) {
  const auto of = [](const char* leaf) {
    return DecisionForest::parse(std::string("strategies kept lost\ntree\nleaf ") + leaf);
  };
  EXPECT_DOUBLE_EQ(expected_gain(of("kept 1 lost 1"), {}, 0.3), 0.3);
  EXPECT_DOUBLE_EQ(expected_gain(of("kept 3 lost 7"), {}, 0.3), 0.2);
  EXPECT_DOUBLE_EQ(kept_share(0.3, 0.1), 0.3);
  EXPECT_EQ(kept_share(0.3, -5), 0);
  EXPECT_EQ(kept_share(0, 0), 0.5);
}

}  // namespace
}  // namespace cardon
