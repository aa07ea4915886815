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
constexpr double min_trust = 0.1;  // so that plans of large gain get another chance

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
  decision.trust = trust_;
}

bool PlanJudge::made_worse(const BalanceDecision& earlier, const BalanceDecision& now) const {
  return !options_.accept_all && !earlier.undoes && now.slowest > (1 + noise) * earlier.slowest &&
         now.imbalance > earlier.imbalance;
}

void PlanJudge::undo(const BalanceProblem& problem, const Placement& owners,
                     BalanceDecision& decision) {
  undone_ = placement_of(problem);
  undone_until_ = double(decision.step) + problem.horizon;
  decision.moves = moves_to(problem, owners);
  decision.undoes = decision.accepted = true;
  predict(problem, decision);
}

void PlanJudge::judge(const BalanceProblem& problem, std::vector<BlockMove> moves,
                      BalanceDecision& decision) const {
  if (!options_.between_sites) moves = within_sites(problem, std::move(moves));
  decision.moves = within_capacity(problem, moves, options_.max_blocks);
  predict(problem, decision);
  const double saved = trust_ * (decision.before.seconds - decision.after.seconds);
  decision.saved = saved * problem.horizon - decision.price;
  if (decision.moves.empty()) {
    decision.reason = "nothing to move";
  } else if (options_.accept_all) {
    decision.accepted = true;
  } else if (double(decision.step) < undone_until_ &&
             placement_after(problem, decision.moves) == undone_) {
    decision.reason = "it made steps longer before";
  } else if (saved <= 0) {
    decision.reason = "steps would take longer";
  } else if (saved < options_.min_gain * decision.before.seconds) {
    decision.reason = fmt::format("the gain would be below {:.3g} %", 100 * options_.min_gain);
  } else if (saved * problem.horizon <= decision.price) {
    decision.reason = fmt::format("moving would cost more than {:.0f} steps gain", problem.horizon);
  } else {
    decision.accepted = true;
  }
}

void PlanJudge::learn(const BalanceDecision& decision, double migration_seconds, double imbalance) {
  ++migrations_;
  seconds_ += migration_seconds;
  bytes_ += decision.after.moved_bytes;
  const double promised = decision.before.imbalance - decision.after.imbalance;
  if (promised <= 0) return;
  const double kept = std::clamp((decision.imbalance - imbalance) / promised, 0.0, 1.0);
  trust_ = std::max(min_trust, old_trust * trust_ + (1 - old_trust) * kept);
}

}  // namespace cardon
