// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <cardon/kit/balance/placement.hpp>
#include <cardon/kit/balance/placement_cost.hpp>
#include <cardon/kit/balance/strategy_choice.hpp>

namespace cardon {
namespace {

using ::testing::AnyOf;
using ::testing::HasSubstr;

/// `ranks` ranks, blocks per rank as many; rank 0 has blocks of 3 s, others of 1 s; a ring.
BalanceProblem skewed(int ranks, int blocks) {
  BalanceProblem p;
  p.ranks.resize(std::size_t(ranks));
  const int all = ranks * blocks;
  for (int b = 0; b < all; ++b) {
    p.blocks.push_back({.rank = b / blocks, .work = b < blocks ? 3. : 1., .bytes = 1e6});
    p.edges.push_back({b, (b + 1) % all, 1, 1e3});
    p.edges.push_back({(b + 1) % all, b, 1, 1e3});
  }
  return p;
}

std::vector<std::string> names(const std::vector<StrategyChoice>& choices) {
  std::vector<std::string> result;
  for (const StrategyChoice& choice : choices) result.push_back(choice.strategy);
  return result;
}

std::string chosen(const DecisionForest& forest, const BalanceProblem& problem,
                   const LoadChange& change = {}) {
  return choose_strategies(forest, feature_values(problem, change), 1, [](auto) { return true; })
      .at(0)
      .strategy;
}

// The five cases of the decision tree.
TEST(StrategyChoice, ThePublishedTreeKnowsFiveCases) {
  BalanceProblem balanced = skewed(8, 8);
  for (BlockLoad& block : balanced.blocks) block.work = 1;
  EXPECT_EQ(chosen(published_tree(), balanced), "none");

  BalanceProblem talkative = skewed(8, 8);
  talkative.message_seconds = 2;
  EXPECT_THAT(chosen(published_tree(), talkative), AnyOf("metis", "scotch"));

  EXPECT_EQ(chosen(published_tree(), skewed(8, 8), {.slowest = 0.05}), "refine");
  EXPECT_EQ(chosen(published_tree(), skewed(8, 8)), "greedy");

  BalanceProblem many = skewed(1024, 8);
  for (BlockLoad& block : many.blocks) block.work *= 1e-7;  // a plan takes longer than it gains
  EXPECT_THAT(chosen(published_tree(), many), AnyOf("grapevine_plus", "hierarchical"));
}

TEST(StrategyChoice, OnlyWhatIsInstalledIsChosen) {
  BalanceProblem talkative = skewed(8, 8);
  talkative.message_seconds = 2;
  const std::vector<double> features = feature_values(talkative, {});
  const auto choices = choose_strategies(published_tree(), features, 1,
                                         [](auto name) { return name == "grid_hybrid"; });
  EXPECT_EQ(choices.at(0).strategy, "grid_hybrid");
  EXPECT_THAT(choices.at(0).reasons, HasSubstr("communication "));
  EXPECT_EQ(names(choose_strategies(published_tree(), features, 3, [](auto) { return false; })),
            std::vector<std::string>{"none"});
}

TEST(StrategyChoice, SeveralStrategiesAreRanked) {
  const auto all = [](auto) { return true; };
  const auto of = [&](const char* leaf, std::size_t max_count) {
    return names(choose_strategies(
        DecisionForest::parse(
            std::string("strategies none refine greedy metis scotch\ntree\nleaf ") + leaf),
        std::vector<double>(balance_features().size(), 0.0), max_count, all));
  };
  using Names = std::vector<std::string>;
  EXPECT_EQ(of("none 1 refine 5 greedy 2 metis 4", 3), (Names{"refine", "metis", "greedy"}));
  EXPECT_EQ(of("none 3 refine 5 greedy 2 metis 4", 3), (Names{"refine", "metis", "greedy"}));
  EXPECT_EQ(of("none 3 refine 5 greedy 2 metis 4", 1), (Names{"refine"}));
  EXPECT_EQ(of("none 3 refine 1 greedy 5 metis 4", 3), (Names{"refine", "greedy", "metis"}));
  EXPECT_EQ(of("none 1 greedy 5 metis 4", 3), (Names{"refine", "greedy", "metis"}));
  EXPECT_EQ(of("none 1 greedy 5 metis 4", 1), (Names{"greedy"}));
  EXPECT_EQ(of("none 9 refine 5 greedy 2 metis 4", 3), (Names{"none"}));
  EXPECT_EQ(of("refine 50 metis 20 scotch 7", 3), (Names{"refine", "metis", "scotch"}));
}

TEST(PlanRounds, EndWithAGoodPlanOrWithTheTime) {
  // On 1024 blocks and 64 ranks scotch takes 18 ms, greedy 0.25 ms.
  const PlanRounds::Facts facts{.blocks = 1024, .ranks = 64, .seconds = 4, .possible = 1};
  PlanRounds rounds(facts);
  EXPECT_TRUE(rounds.go_on());
  EXPECT_TRUE(rounds.has_time_for("scotch"));  // somebody must plan
  rounds.planned("greedy", 0);                 // refused
  EXPECT_TRUE(rounds.go_on());
  EXPECT_TRUE(rounds.has_time_for("refine"));
  EXPECT_FALSE(rounds.has_time_for("scotch"));
  rounds.planned("refine", 0.8);
  EXPECT_TRUE(rounds.go_on());
  rounds.planned("node_aware", 0.9);
  EXPECT_FALSE(rounds.go_on());
  PlanRounds balanced({.blocks = 1024, .ranks = 64, .seconds = 4, .possible = 0});
  balanced.planned("refine", 0);
  EXPECT_TRUE(balanced.go_on());  // a partitioner may save messages
}

TEST(PlanRounds, KnowWhatPerfectBalanceWouldSave) {
  BalanceProblem problem = skewed(2, 2);
  const PlanRounds::Facts facts = PlanRounds::facts_of(problem, 0.5);
  EXPECT_EQ(facts.blocks, double(problem.blocks.size()));
  const double now = PlacementCost(problem).seconds(placement_of(problem));
  EXPECT_DOUBLE_EQ(facts.seconds, now * problem.horizon);
  EXPECT_DOUBLE_EQ(facts.possible, 0.5 * (now - ideal_seconds(problem)) * problem.horizon);
  EXPECT_GT(facts.possible, 0);
}

TEST(StrategyChoice, TheLearnedForestSeesWhatIsPlain) {
  BalanceProblem balanced = skewed(8, 8);
  for (BlockLoad& block : balanced.blocks) block.work = 1;
  EXPECT_GE(learned_forest().trees(), 100u);
  EXPECT_EQ(chosen(learned_forest(), balanced), "none");
  EXPECT_NE(chosen(learned_forest(), skewed(8, 8)), "none");
}

}  // namespace
}  // namespace cardon
