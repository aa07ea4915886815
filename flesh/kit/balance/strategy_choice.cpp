// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cardon/kit/balance/strategy_choice.hpp>

namespace cardon {
namespace {

// No string_view: the compiler would count more characters than it may.
const char* const forest_text =
#include "balance/learned.forest"
    ;
const char* const tree_text =
#include "balance/published.tree"
    ;

std::string reasons_of(const DecisionForest& forest, const std::vector<double>& features,
                       const std::string& strategy) {
  constexpr std::size_t most = 3;
  std::string text;
  std::size_t count = 0;
  for (const auto& [feature, share] : forest.reasons(features, strategy)) {
    if (share <= 0 || count++ == most) break;
    const auto f = std::size_t(feature);
    text += fmt::format("{}{} {:.3g}", text.empty() ? "" : ", ", balance_features()[f].name,
                        features[f]);
  }
  return text;
}

}  // namespace

const DecisionForest& learned_forest() {
  static const DecisionForest forest = DecisionForest::parse(forest_text);
  return forest;
}

const DecisionForest& published_tree() {
  static const DecisionForest tree = DecisionForest::parse(tree_text);
  return tree;
}

std::vector<StrategyChoice> choose_strategies(
    const DecisionForest& forest, const std::vector<double>& features, std::size_t most,
    const std::function<bool(std::string_view)>& is_available) {
  constexpr double min_share = 0.1;
  std::vector<StrategyChoice> choices;
  for (const auto& [strategy, share] : forest.votes(features)) {
    const bool enough = share >= min_share || (choices.empty() && share > 0);
    if (!enough || choices.size() == most) break;
    const bool none = strategy == "none";
    if (none ? !choices.empty() : !is_available(strategy)) continue;
    choices.push_back({strategy, share, reasons_of(forest, features, strategy)});
    if (none) break;
  }
  if (choices.empty()) choices.emplace_back();
  return choices;
}

}  // namespace cardon
