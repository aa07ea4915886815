// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/balance/decision_forest.hpp>
#include <span>
#include <string>
#include <vector>

namespace cardon {

/// What is known of a scenario: features, and how good each strategy was.
struct LabelledScenario {
  std::vector<double> features;
  std::vector<double> shares;  ///< by strategy, how much it is the one to choose; the sum is 1
  double weight = 1;           ///< how much the choice matters
};

struct ForestOptions {
  int trees = 100;
  int max_depth = 12;
  double min_leaf = 3;    ///< samples
  double min_gain = 0;    ///< by which a split must reduce Gini index times weight
  int features = 0;       ///< tried per node, at random; 0: all
  bool bootstrap = true;  ///< each tree learns from a random sample, with repetition
  unsigned seed = 1;
};

/// Random forest: classification trees by the Gini index, where a scenario counts for each strategy
/// by its share, each from a bootstrap sample and with a
/// random choice of features per node (L. Breiman, "Random Forests", Machine Learning, 2001). One
/// tree without bootstrap and with all features is CART. Equal arguments give equal forests.
DecisionForest train_forest(const std::vector<std::string>& strategies,
                            std::span<const LabelledScenario> samples,
                            const ForestOptions& options);

}  // namespace cardon
