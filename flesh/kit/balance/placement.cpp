// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cardon/kit/balance/placement.hpp>
#include <cardon/thorn/error.hpp>
#include <cmath>

namespace cardon {
namespace {

constexpr double rounding = 1e-12;  // of sums over blocks in another order

}  // namespace

Placement placement_of(const BalanceProblem& problem) {
  Placement placement;
  placement.reserve(problem.blocks.size());
  for (const BlockLoad& block : problem.blocks) placement.push_back(block.rank);
  return placement;
}

Placement placement_after(const BalanceProblem& problem, const std::vector<BlockMove>& moves) {
  Placement placement = placement_of(problem);
  std::vector<bool> moved(placement.size(), false);
  for (const BlockMove& move : moves) {
    const auto b = std::size_t(move.block), r = std::size_t(move.rank);
    if (b >= placement.size()) throw Bug("a balancer moves a block that does not exist");
    if (r >= problem.ranks.size()) throw Bug("a balancer moves a block to no rank");
    if (moved[b]) throw Bug("a balancer moves a block twice");
    if (!problem.blocks[b].movable) throw Bug("a balancer moves a block that cannot move");
    if (!problem.ranks[r].available) throw Bug("a balancer moves a block to a rank that is gone");
    moved[b] = true;
    placement[b] = move.rank;
  }
  return placement;
}

std::vector<BlockMove> moves_to(const BalanceProblem& problem, const Placement& placement) {
  std::vector<BlockMove> moves;
  for (std::size_t b = 0; b < placement.size(); ++b)
    if (placement[b] != problem.blocks[b].rank) moves.push_back({int(b), placement[b]});
  return moves;
}

std::vector<double> work_by_rank(const BalanceProblem& problem, const Placement& placement) {
  std::vector<double> work(problem.ranks.size(), 0.0);
  for (std::size_t b = 0; b < placement.size(); ++b)
    work[std::size_t(placement[b])] += problem.blocks[b].work;
  return work;
}

std::vector<double> compute_seconds(const BalanceProblem& problem, const Placement& placement) {
  std::vector<double> seconds = work_by_rank(problem, placement);
  for (std::size_t r = 0; r < seconds.size(); ++r)
    seconds[r] = problem.ranks[r].background + seconds[r] / problem.ranks[r].speed;
  return seconds;
}

double ideal_seconds(const BalanceProblem& problem) {
  double work = 0, speed = 0;
  for (const BlockLoad& block : problem.blocks) work += block.work;
  for (const RankLoad& rank : problem.ranks) {
    if (!rank.available) continue;
    work += rank.background * rank.speed;
    speed += rank.speed;
  }
  return speed > 0 ? work / speed : 0;
}

double imbalance(const BalanceProblem& problem, const Placement& placement) {
  const std::vector<double> seconds = compute_seconds(problem, placement);
  const double ideal = ideal_seconds(problem);
  if (seconds.empty() || ideal <= 0) return 0;
  const double excess = *std::max_element(seconds.begin(), seconds.end()) / ideal - 1;
  return std::abs(excess) < rounding ? 0 : excess;  // "-0.000" in tables otherwise
}

std::vector<int> available_ranks(const BalanceProblem& problem) {
  std::vector<int> ranks;
  for (std::size_t r = 0; r < problem.ranks.size(); ++r)
    if (problem.ranks[r].available) ranks.push_back(int(r));
  return ranks;
}

}  // namespace cardon
