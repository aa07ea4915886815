// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/balance/balance_features.hpp>
#include <cardon/kit/balance/decision_forest.hpp>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace cardon {

/// Learned from scenarios of the simulator; `cardon balance --learn` makes it.
const DecisionForest& learned_forest();
/// The decision tree of H. Menon, dissertation, University of Illinois, 2016, section 7.1.4, which
/// gives its order but no numbers: thresholds are ours.
const DecisionForest& published_tree();

/// A strategy that a forest or tree chose.
struct StrategyChoice {
  std::string strategy = "none";  ///< name of a balancer
  double share = 0;               ///< of the votes
  std::string reasons;            ///< the features that speak most for it, with their values
};

/// How many balancers plan where the forest chooses; the tree chooses one.
inline constexpr std::size_t plans_by_forest = 2;

/// Chooses by features from feature_values(): the strategies with most votes among those that are
/// available, at most `most`; of a forest, those with at least a tenth of the votes. If `none` has
/// most votes, or no other one has any, it is the only one.
std::vector<StrategyChoice> choose_strategies(
    const DecisionForest& forest, const std::vector<double>& features, std::size_t most,
    const std::function<bool(std::string_view)>& is_available);

}  // namespace cardon
