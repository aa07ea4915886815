// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cardon/kit/balance/placement.hpp>
#include <cardon/kit/balance/placement_cost.hpp>
#include <cardon/kit/balance/plan_outlook.hpp>
#include <cardon/kit/balance/strategy_choice.hpp>

#include "balance/plan_seconds.hpp"

namespace cardon {
namespace {

// No string_view: the compiler would count more characters than it may.
const char* const forest_text =
#include "balance/learned.forest"
    ;
const char* const plans_text =
#include "balance/learned.forest.plans"
    ;
const char* const tree_text =
#include "balance/published.tree"
    ;

std::string reasons_of(const DecisionForest& forest, const std::vector<double>& features,
                       const std::string& strategy) {
  constexpr std::size_t max_reasons = 3;
  std::string text;
  std::size_t count = 0;
  for (const auto& [feature, share] : forest.reasons(features, strategy)) {
    if (share <= 0 || count++ == max_reasons) break;
    const auto f = std::size_t(feature);
    text += fmt::format("{}{} {:.3g}", text.empty() ? "" : ", ", balance_features()[f].name,
                        features[f]);
  }
  return text;
}

// The plan that moves least is right whether ranks are slow or blocks expensive.
void begin_with_few_moves(const DecisionForest& forest, const std::vector<double>& features,
                          std::vector<StrategyChoice>& choices) {
  const std::string& strategy = first_planner();
  const auto found = std::find_if(choices.begin(), choices.end(), [&](const StrategyChoice& one) {
    return one.strategy == strategy;
  });
  if (found == choices.end())
    choices.insert(choices.begin(), {strategy, 0, reasons_of(forest, features, strategy)});
  else
    std::rotate(choices.begin(), found, found + 1);
}

}  // namespace

const DecisionForest& learned_forest() {
  static const DecisionForest forest = DecisionForest::parse(forest_text);
  return forest;
}

const DecisionForest& learned_plans() {
  static const DecisionForest plans = DecisionForest::parse(plans_text, plan_features());
  return plans;
}

double kept_share(double promised, double saved) {
  return std::clamp(0.5 + saved - promised, 0.0, 1.0);
}

double expected_gain(const DecisionForest& plans, std::span<const double> features,
                     double promised) {
  double kept = 0.5;
  for (const auto& [name, share] : plans.votes(features))
    if (name == "kept") kept = share;
  return promised + (kept - 0.5) / 2;
}

const DecisionForest& published_tree() {
  static const DecisionForest tree = DecisionForest::parse(tree_text);
  return tree;
}

std::vector<StrategyChoice> choose_strategies(
    const DecisionForest& forest, const std::vector<double>& features, std::size_t max_count,
    const std::function<bool(std::string_view)>& is_available) {
  std::vector<StrategyChoice> choices;
  for (const auto& [strategy, share] : forest.votes(features)) {
    if (share <= 0 || choices.size() == max_count) break;
    const bool none = strategy == "none";
    if (none ? !choices.empty() : !is_available(strategy)) continue;
    choices.push_back({strategy, share, reasons_of(forest, features, strategy)});
    if (none) break;
  }
  if (choices.empty()) choices.emplace_back();
  if (max_count > 1 && choices.front().strategy != "none" && is_available(first_planner()))
    begin_with_few_moves(forest, features, choices);
  return choices;
}

// Both numbers were chosen by scenarios on which no figure of the pages is measured (seed 2).
PlanRounds::Facts PlanRounds::facts_of(const BalanceProblem& problem, double trust) {
  const double now = PlacementCost(problem).seconds(placement_of(problem));
  return {.blocks = double(problem.blocks.size()),
          .ranks = double(problem.ranks.size()),
          .seconds = now * problem.horizon,
          .possible = trust * (now - ideal_seconds(problem)) * problem.horizon};
}

bool PlanRounds::go_on() const {
  constexpr double good_enough = 0.9;
  return !any_ || saved_ <= 0 || saved_ < good_enough * facts_.possible;
}

bool PlanRounds::has_time_for(std::string_view strategy) const {
  constexpr double share = 0.002;
  return !any_ || spent_ + plan_time(strategy) <= share * facts_.seconds;
}

void PlanRounds::planned(std::string_view strategy, double saved) {
  any_ = true;
  saved_ = std::max(saved_, saved);
  spent_ += plan_time(strategy);
}

double PlanRounds::plan_time(std::string_view strategy) const {
  return strategy == "none" ? 0 : plan_seconds(strategy, facts_.blocks, facts_.ranks);
}

}  // namespace cardon
