// SPDX-License-Identifier: Apache-2.0
#include "planners.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cardon/kit/balance/plan_outlook.hpp>
#include <cardon/kit/balance/strategy_choice.hpp>
#include <cardon/thorn/error.hpp>
#include <cstdint>
#include <optional>

namespace cardon {
namespace {

// `margin`: s that a plan must save more than one that moves fewer blocks.
bool is_better(const BalanceDecision& one, const BalanceDecision& other, double margin) {
  if (one.accepted != other.accepted) return one.accepted;
  const double more = one.moves.size() > other.moves.size()   ? margin
                      : one.moves.size() < other.moves.size() ? -margin
                                                              : 0;
  return one.expected > other.expected + (one.accepted ? more : 0);
}

bool is_possible(const BalanceProblem& problem, const BlockMove& move) {
  return move.block >= 0 && std::size_t(move.block) < problem.blocks.size() && move.rank >= 0 &&
         std::size_t(move.rank) < problem.ranks.size() &&
         problem.ranks[std::size_t(move.rank)].available;
}

std::string mistake_of(const BalanceProblem& problem, const std::vector<BlockMove>& moves) {
  const auto wrong = std::find_if(moves.begin(), moves.end(), [&](const BlockMove& move) {
    return !is_possible(problem, move);
  });
  return wrong == moves.end()
             ? std::string()
             : fmt::format("plans to move block {} to rank {}", wrong->block, wrong->rank);
}

// A balancer that fails is the fault of its author or of a library; the run goes on as it is.
void have_planned(Balancer& balancer, const BalanceProblem& problem, const PlanJudge& judge,
                  BalanceDecision& decision) {
  std::vector<BlockMove> moves;
  std::string failure;
  try {
    moves = balancer.plan(problem);
    failure = mistake_of(problem, moves);
  } catch (const Error& error) {
    failure = "failed: " + error.problems().front().message;
  }
  if (!failure.empty()) moves.clear();
  judge.judge(problem, std::move(moves), decision);
  if (failure.empty()) return;
  decision.failure = fmt::format("{} {}", decision.balancer, failure);
  decision.reason = decision.failure;
}

// Libraries take long to plan, most of all for the first time.
void refuse_plans(const BalanceProblem& problem, const PlanJudge& judge,
                  BalanceDecision& decision) {
  judge.judge(problem, {}, decision);
  decision.reason = "no plan could gain enough";
}

// What the forest expects of a plan counts, not what the plan promises, until the run has shown how
// far promises hold.
void expect(const PlanOutlook& outlook, const BalanceProblem& problem, const PlanJudge& judge,
            BalanceDecision& decision) {
  if (!decision.accepted) return;
  const double forecast =
      judge.trust() * outlook.forecast(decision) * decision.before.seconds * problem.horizon;
  decision.expected += (1 - judge.experience()) * (forecast - decision.expected);
  if (decision.expected > 0 || judge.accepts_all()) return;
  decision.accepted = false;
  decision.reason = "the forest expects no gain from the plan";
}

const DecisionForest& forest_of(const std::string& choice) {
  return choice == "tree" ? published_tree() : learned_forest();
}

}  // namespace

std::vector<std::string> Planners::names(const std::string& balancer, const std::string& choice) {
  if (balancer != "auto") return {balancer};
  if (choice == "plans") return {"refine", "greedy", "hierarchical"};
  return forest_of(choice).strategies();
}

void Planners::prepare() const {
  if (chooses()) forest_of(choice_);
  if (choice_ == "forest") learned_plans();
}

Balancer* Planners::find(std::string_view name) const {
  for (const auto& [own, balancer] : balancers_)
    if (own == name) return balancer.get();
  return nullptr;
}

void Planners::take_better(const BalanceDecision& candidate, BalanceDecision& decision,
                           double margin) {
  const bool both = !decision.failure.empty() && !candidate.failure.empty();
  const std::string failure = decision.failure + (both ? "; " : "") + candidate.failure;
  if (decision.balancer.empty() || is_better(candidate, decision, margin)) decision = candidate;
  decision.failure = failure;
}

void Planners::choose(const BalanceProblem& problem, const LoadChange& change,
                      const PlanJudge& judge, BalanceDecision& decision) const {
  const std::vector<StrategyChoice> choices = choose_strategies(
      forest_of(choice_), feature_values(problem, change), choice_ == "tree" ? 1 : SIZE_MAX,
      [&](std::string_view name) { return find(name) != nullptr; });
  PlanRounds rounds(PlanRounds::facts_of(problem, judge.trust()));
  std::optional<PlanOutlook> outlook;
  if (choice_ == "forest") outlook.emplace(problem, change);
  const BalanceDecision measured = decision;
  for (const StrategyChoice& choice : choices) {
    if (!rounds.go_on()) break;
    if (!rounds.has_time_for(choice.strategy)) continue;
    BalanceDecision candidate = measured;
    candidate.balancer = choice.strategy;
    candidate.chosen_by = choice_;
    candidate.votes = choice.share;
    candidate.reasons = choice.reasons;
    if (Balancer* balancer = find(choice.strategy); balancer != nullptr)
      have_planned(*balancer, problem, judge, candidate);
    else
      judge.judge(problem, {}, candidate);
    if (choice.strategy == "none")
      candidate.reason = fmt::format("the {} expects no gain ({})", choice_, choice.reasons);
    if (outlook) expect(*outlook, problem, judge, candidate);
    rounds.planned(choice.strategy, candidate.accepted ? candidate.expected : 0);
    const double margin =
        outlook ? judge.min_gain() * candidate.before.seconds * problem.horizon : 0;
    take_better(candidate, decision, margin);
  }
}

void Planners::plan(const BalanceProblem& problem, const LoadChange& change, const PlanJudge& judge,
                    BalanceDecision& decision) const {
  if (chooses()) return choose(problem, change, judge, decision);
  const BalanceDecision measured = decision;
  for (const auto& [name, balancer] : balancers_) {
    BalanceDecision candidate = measured;
    candidate.balancer = name;
    if (judge.can_gain(problem))
      have_planned(*balancer, problem, judge, candidate);
    else
      refuse_plans(problem, judge, candidate);
    take_better(candidate, decision, 0);
  }
}

}  // namespace cardon
