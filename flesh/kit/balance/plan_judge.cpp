// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cardon/kit/balance/plan_judge.hpp>
#include <utility>

namespace cardon {
namespace {

constexpr double memory_bandwidth =
    1e9;                           // byte/s, of packing and unpacking, before any is measured
constexpr double old_trust = 0.5;  // weight of what was believed before
constexpr double noise = 0.02;     // share of a step by which measurements differ anyway
constexpr double min_trust = 0.1;  // below it plans are refused

std::vector<BlockMove> within_sites(const BalanceProblem& problem, std::vector<BlockMove> moves) {
  std::erase_if(moves, [&](const BlockMove& move) {
    const int from = problem.blocks[std::size_t(move.block)].rank;
    return problem.ranks[std::size_t(from)].site != problem.ranks[std::size_t(move.rank)].site;
  });
  return moves;
}

std::vector<BlockMove> within_capacity(const BalanceProblem& problem,
                                       const std::vector<BlockMove>& moves, int max_blocks) {
  std::vector<int> held(problem.ranks.size());
  for (const BlockLoad& block : problem.blocks) ++held[std::size_t(block.rank)];
  for (const BlockMove& move : moves)
    --held[std::size_t(problem.blocks[std::size_t(move.block)].rank)];
  // Blocks that stay after all must find their place again, so they are counted first.
  std::vector<BlockMove> kept;
  for (const BlockMove& move : moves) {
    const auto from = std::size_t(problem.blocks[std::size_t(move.block)].rank);
    const auto to = std::size_t(move.rank);
    if (held[to] < max_blocks) {
      ++held[to];
      kept.push_back(move);
    } else {
      ++held[from];
    }
  }
  const bool fits =
      std::all_of(held.begin(), held.end(), [&](int blocks) { return blocks <= max_blocks; });
  return fits ? kept : std::vector<BlockMove>{};
}

}  // namespace

double PlanJudge::trust() const { return std::max(0.0, trust_); }

double PlanJudge::price(const PlacementFigures& after) const {
  const double packing = after.moved_bytes / memory_bandwidth;
  if (migrations_ == 0) return after.moving_seconds + packing;
  const double share = bytes_ > 0 ? after.moved_bytes * double(migrations_) / bytes_ : 1;
  return std::max(after.moving_seconds, seconds_ / double(migrations_) * std::max(1.0, share));
}

void PlanJudge::predict(const BalanceProblem& problem, BalanceDecision& decision) const {
  const PlacementCost cost(problem);
  decision.before = cost.figures(placement_of(problem));
  decision.after = cost.figures(placement_after(problem, decision.moves));
  decision.price = price(decision.after);
  decision.trust = trust();
}

bool PlanJudge::made_worse(const BalanceProblem& problem, const Placement& owners_before,
                           const BalanceDecision& earlier, const BalanceDecision& now) const {
  if (options_.accept_all || earlier.undoes) return false;
  if (now.slowest <= (1 + noise) * earlier.slowest ||
      now.imbalance <= (1 + noise) * earlier.imbalance)
    return false;
  const PlacementCost cost(problem);
  return cost.seconds(owners_before) <= (1 + noise) * cost.seconds(placement_of(problem));
}

void PlanJudge::account(const BalanceProblem& problem, const Placement& home, double steps) {
  const PlacementCost cost(problem);
  const double now = cost.seconds(placement_of(problem));
  gained_ += steps * (cost.seconds(home) - now);
  elapsed_ += steps * now;
}

// Where blocks are at home, nothing can be lost: no trust is needed for that.
void PlanJudge::judge_home(const BalanceProblem& problem, std::vector<BlockMove> moves,
                           BalanceDecision& decision) const {
  decision.moves = std::move(moves);
  predict(problem, decision);
  const double saved = decision.before.seconds - decision.after.seconds;
  decision.saved = saved * problem.horizon - decision.price;
  decision.accepted = !decision.moves.empty() && decision.saved > 0 &&
                      saved >= options_.min_gain * decision.before.seconds;
}

void PlanJudge::prefer_home(const BalanceProblem& problem, const Placement& home,
                            BalanceDecision& decision) const {
  if (options_.accept_all) return;
  BalanceDecision back = decision;
  back.accepted = false;
  back.goes_home = true;
  back.reason.clear();
  const std::vector<BlockMove> moves = moves_to(problem, home);
  for (const BlockMove& move : moves)
    if (!problem.ranks[std::size_t(move.rank)].available) return;
  judge_home(problem, moves, back);
  if (back.accepted && (!decision.accepted || back.saved > decision.saved))
    decision = std::move(back);
}

void PlanJudge::undo(const BalanceProblem& problem, const Placement& owners,
                     BalanceDecision& decision) {
  undone_ = placement_of(problem);
  undone_imbalance_ = decision.imbalance;
  undone_until_ = double(decision.step) + problem.horizon;
  decision.moves = moves_to(problem, owners);
  decision.undoes = decision.accepted = true;
  predict(problem, decision);
}

bool PlanJudge::is_in_debt(const BalanceProblem& problem, const BalanceDecision& decision) const {
  return gained_ < -options_.max_loss * (elapsed_ + decision.before.seconds * problem.horizon);
}

bool PlanJudge::is_banned(const BalanceProblem& problem, const BalanceDecision& decision) const {
  return double(decision.step) < undone_until_ &&
         decision.imbalance <= (1 + noise) * undone_imbalance_ &&
         placement_after(problem, decision.moves) == undone_;
}

// What promises less than the noise is not remembered either.
bool PlanJudge::can_gain(const BalanceProblem& problem) const {
  const auto is_stranded = [&](const BlockLoad& block) {
    return !problem.ranks[std::size_t(block.rank)].available;
  };
  if (options_.accept_all || std::any_of(problem.blocks.begin(), problem.blocks.end(), is_stranded))
    return true;
  const double now = PlacementCost(problem).seconds(placement_of(problem));
  return now - ideal_seconds(problem) >= std::min(options_.min_gain, noise) * now;
}

void PlanJudge::judge(const BalanceProblem& problem, std::vector<BlockMove> moves,
                      BalanceDecision& decision) const {
  if (!options_.between_sites) moves = within_sites(problem, std::move(moves));
  decision.moves = within_capacity(problem, moves, options_.max_blocks);
  predict(problem, decision);
  const double saved =
      std::max(min_trust, trust_) * (decision.before.seconds - decision.after.seconds);
  decision.saved = decision.expected = saved * problem.horizon - decision.price;
  if (decision.moves.empty()) {
    decision.reason = "nothing to move";
  } else if (options_.accept_all) {
    decision.accepted = true;
  } else if (is_banned(problem, decision)) {
    decision.reason = "it made steps longer before";
  } else if (saved <= 0) {
    decision.reason = "steps would take longer";
  } else if (trust_ < min_trust) {
    decision.reason = "plans like this came too late before";
  } else if (is_in_debt(problem, decision)) {
    decision.reason = "earlier migrations have not paid for themselves yet";
  } else if (saved < options_.min_gain * decision.before.seconds) {
    decision.reason = fmt::format("the gain would be below {:.3g} %", 100 * options_.min_gain);
  } else if (saved * problem.horizon <= decision.price) {
    decision.reason = fmt::format("moving would cost more than {:.0f} steps gain", problem.horizon);
  } else {
    decision.accepted = true;
  }
}

void PlanJudge::paid(const BalanceDecision& decision, double migration_seconds) {
  ++migrations_;
  // Part of a migration is waiting for ranks that are behind, which they would be anyway.
  const double bytes = std::max(1.0, decision.after.moved_bytes);
  cheapest_ = std::min(cheapest_, migration_seconds / bytes);
  gained_ -= cheapest_ * bytes;
  seconds_ += migration_seconds;
  bytes_ += decision.after.moved_bytes;
}

void PlanJudge::decided(const BalanceProblem& problem, const BalanceDecision& decision) {
  forget();
  if (decision.undoes || decision.moves.empty() || decision.before.seconds <= 0) return;
  const double promised = 1 - decision.after.seconds / decision.before.seconds;
  if (promised < noise) return;
  promised_ = promised;
  on_probation_ = !decision.accepted && is_in_debt(problem, decision);
  planned_from_ = placement_of(problem);
  planned_to_ = placement_after(problem, decision.moves);
}

void PlanJudge::compare(const BalanceProblem& problem, double steps) {
  if (promised_ <= 0) return;
  const PlacementCost cost(problem);
  const double from = cost.seconds(planned_from_), to = cost.seconds(planned_to_);
  if (from <= 0) return forget();
  if (on_probation_) gained_ += steps * (from - to);
  const double kept = std::clamp((1 - to / from) / promised_, -1.0, 1.0);
  trust_ = old_trust * trust_ + (1 - old_trust) * kept;
  ++comparisons_;
  forget();
}

}  // namespace cardon
