// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <cardon/kit/balance/balance_features.hpp>
#include <cardon/kit/balance/decision_forest.hpp>
#include <cardon/thorn/error.hpp>

namespace cardon {
namespace {

constexpr const char* two_trees = R"(# a comment
strategies none refine greedy
tree
imbalance < 1.05
 leaf none 8 refine 2
 communication < 0.5
  leaf refine 1 greedy 3
  leaf refine 6
tree
moving < 0.25
 leaf refine 1 greedy 1
 leaf none 4
)";

std::vector<double> features(double imbalance, double communication, double moving) {
  std::vector<double> values(balance_features().size(), 0.0);
  values[std::size_t(feature_number("imbalance"))] = imbalance;
  values[std::size_t(feature_number("communication"))] = communication;
  values[std::size_t(feature_number("moving"))] = moving;
  return values;
}

double share(const std::vector<DecisionForest::Vote>& votes, const std::string& strategy) {
  for (const auto& vote : votes)
    if (vote.strategy == strategy) return vote.share;
  return -1;
}

TEST(DecisionForest, EveryTreeVotes) {
  const DecisionForest forest = DecisionForest::parse(two_trees);
  EXPECT_EQ(forest.trees(), 2u);
  const auto votes = forest.votes(features(2, 0.1, 0.1));
  EXPECT_EQ(votes[0].strategy, "greedy");
  EXPECT_NEAR(share(votes, "greedy"), (0.75 + 0.5) / 2, 1e-12);
  EXPECT_NEAR(share(votes, "refine"), (0.25 + 0.5) / 2, 1e-12);
  EXPECT_EQ(share(votes, "none"), 0);
  EXPECT_EQ(forest.votes(features(2, 0.5, 0.1))[0].strategy, "refine");  // the threshold is large
  EXPECT_EQ(forest.votes(features(1, 0.5, 0.25))[0].strategy, "none");
}

// Shares at the roots: none 8/20 and 4/6, greedy 3/20 and 1/6.
TEST(DecisionForest, ReasonsAddUpFromTheRootToTheLeaves) {
  const DecisionForest forest = DecisionForest::parse(two_trees);
  const std::vector<double> values = features(2, 0.1, 0.1);
  const auto reasons = forest.reasons(values, "greedy");
  double sum = (3 / 20. + 1 / 6.) / 2;
  for (const auto& reason : reasons) sum += reason.share;
  EXPECT_NEAR(sum, share(forest.votes(values), "greedy"), 1e-12);
  const auto of = [&](const char* name) {
    for (const auto& reason : reasons)
      if (reason.feature == feature_number(name)) return reason.share;
    return -1.;
  };
  EXPECT_NEAR(of("imbalance"), (3 / 10. - 3 / 20.) / 2, 1e-12);
  EXPECT_NEAR(of("communication"), (3 / 4. - 3 / 10.) / 2, 1e-12);
  EXPECT_NEAR(of("moving"), (1 / 2. - 1 / 6.) / 2, 1e-12);
  EXPECT_EQ(reasons[0].feature, feature_number("communication"));
  EXPECT_TRUE(forest.reasons(values, "metis").empty());
}

TEST(DecisionForest, TextIsReadAsItWasWritten) {
  const std::string text = DecisionForest::parse(two_trees).text();
  EXPECT_EQ(DecisionForest::parse(text).text(), text);
  EXPECT_THAT(two_trees, ::testing::HasSubstr(text));
}

TEST(DecisionForest, OtherTextIsRefused) {
  for (const char* text :
       {"", "strategies none\n", "strategies none\ntree\n", "strategies none\ntree\nleaf\n",
        "strategies none\ntree\nleaf none\n", "strategies none\ntree\nleaf refine 1\n",
        "strategies none\ntree\ncolour < 1\nleaf none 1\nleaf none 1\n",
        "strategies none\ntree\nimbalance > 1\nleaf none 1\nleaf none 1\n",
        "strategies none\ntree\nimbalance < 1\nleaf none 1\n", "tree\nleaf none 1\n"})
    EXPECT_THROW(DecisionForest::parse(text), Bug) << text;
}

}  // namespace
}  // namespace cardon
