// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cardon/kit/balance/balance_features.hpp>
#include <cardon/kit/balance/small_random.hpp>

#include "balancing/forest_training.hpp"

namespace cardon {
namespace {

const std::vector<std::string> strategies{"none", "refine", "greedy"};

/// none if the imbalance is below 1.2; else greedy where moving is cheap, or refine. Other features
/// are noise.
std::vector<LabelledScenario> by_a_rule(int count, unsigned seed, double wrong = 0) {
  SmallRandom random(seed, 0);
  std::vector<LabelledScenario> samples;
  for (int i = 0; i < count; ++i) {
    LabelledScenario one;
    for (std::size_t f = 0; f < balance_features().size(); ++f)
      one.features.push_back(random.uniform());
    const double imbalance = one.features[std::size_t(feature_number("imbalance"))] += 1;
    const double moving = one.features[std::size_t(feature_number("moving"))];
    std::size_t best = imbalance < 1.2 ? 0 : moving < 0.5 ? 2 : 1;
    if (random.uniform() < wrong) best = std::size_t(random.below(3));
    one.shares.assign(strategies.size(), 0);
    one.shares[best] = 1;
    samples.push_back(std::move(one));
  }
  return samples;
}

std::size_t best_of(const LabelledScenario& one) {
  return std::size_t(std::max_element(one.shares.begin(), one.shares.end()) - one.shares.begin());
}

double accuracy(const DecisionForest& forest, const std::vector<LabelledScenario>& samples) {
  int right = 0;
  for (const LabelledScenario& one : samples)
    right += forest.votes(one.features)[0].strategy == strategies[best_of(one)];
  return double(right) / double(samples.size());
}

TEST(ForestTraining, ATreeFindsTheRule) {
  const auto samples = by_a_rule(400, 1);
  const DecisionForest tree =
      train_forest(strategies, samples, {.trees = 1, .min_leaf = 1, .bootstrap = false});
  EXPECT_EQ(accuracy(tree, samples), 1);
  EXPECT_GT(accuracy(tree, by_a_rule(1000, 2)), 0.97);
  const std::string text = tree.text();
  EXPECT_NE(text.find("imbalance < 1."), std::string::npos) << text;
  EXPECT_NE(text.find("moving < 0."), std::string::npos) << text;
}

// A forest overlooks labels that are wrong; a single tree learns them as well.
TEST(ForestTraining, AForestIsMoreRobustThanATree) {
  const auto noisy = by_a_rule(400, 1, 0.3), clean = by_a_rule(1000, 2);
  const DecisionForest tree =
      train_forest(strategies, noisy, {.trees = 1, .min_leaf = 1, .bootstrap = false});
  const DecisionForest forest =
      train_forest(strategies, noisy, {.trees = 100, .min_leaf = 3, .features = 12});
  EXPECT_GT(accuracy(forest, clean), 0.9);
  EXPECT_GT(accuracy(forest, clean), accuracy(tree, clean) + 0.05);
}

TEST(ForestTraining, EqualSeedsGiveEqualForests) {
  const auto samples = by_a_rule(200, 1, 0.1);
  const auto text = [&](unsigned seed) {
    return train_forest(strategies, samples, {.trees = 5, .features = 6, .seed = seed}).text();
  };
  EXPECT_EQ(text(1), text(1));
  EXPECT_NE(text(1), text(2));
}

// Two strategies that are equally good have half of the votes each.
TEST(ForestTraining, SeveralStrategiesMayBeGood) {
  std::vector<LabelledScenario> samples = by_a_rule(400, 1);
  for (LabelledScenario& one : samples)
    if (one.shares[0] == 1) one.shares = {0.5, 0.5, 0};
  const DecisionForest forest = train_forest(strategies, samples, {.trees = 20, .features = 12});
  std::vector<double> features(balance_features().size(), 0.5);
  features[std::size_t(feature_number("imbalance"))] = 1.1;
  const auto votes = forest.votes(features);
  for (const auto& vote : votes)
    EXPECT_NEAR(vote.share, vote.strategy == "greedy" ? 0 : 0.5, 0.05) << vote.strategy;
}

TEST(ForestTraining, WeightsCountAsRepetition) {
  std::vector<LabelledScenario> few = by_a_rule(50, 1), repeated = few;
  for (std::size_t i = 0; i < few.size(); ++i)
    if (best_of(few[i]) == 1) {
      few[i].weight = 3;
      repeated.insert(repeated.end(), 2, repeated[i]);
    }
  const ForestOptions options{.trees = 1, .min_leaf = 1, .bootstrap = false};
  EXPECT_EQ(train_forest(strategies, few, options).text(),
            train_forest(strategies, repeated, options).text());
}

}  // namespace
}  // namespace cardon
