// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

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
  planners.plan(all_on_one(), PlanJudge({}), decision);
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
  EXPECT_EQ(Planners::names("greedy"), std::vector<std::string>{"greedy"});
  EXPECT_GE(Planners::names("auto").size(), 3u);
}

}  // namespace
}  // namespace cardon
