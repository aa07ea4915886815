// SPDX-License-Identifier: Apache-2.0
#include "rank_speeds.hpp"

#include <algorithm>
#include <cardon/kit/median.hpp>
#include <cmath>

namespace cardon {
namespace {

constexpr double old_share = 0.5;  // weight of what earlier migrations told of a pair of ranks
constexpr int sweeps = 40;         // until ratios of pairs have become corrections of ranks

}  // namespace

void RankSpeeds::measured(const BalanceProblem& problem, const std::vector<Box>& boxes) {
  if (boxes == boxes_ && last_.size() == problem.blocks.size()) learn(problem);
  last_ = problem.blocks;
  boxes_ = boxes;
}

// With the right speeds, the work of a block does not depend on the rank that computes it.
void RankSpeeds::learn(const BalanceProblem& problem) {
  std::vector<double> stayed;
  for (std::size_t b = 0; b < last_.size(); ++b) {
    const BlockLoad &before = last_[b], &now = problem.blocks[b];
    if (before.work <= 0 || now.work <= 0) continue;
    const double growth = std::log(now.work / before.work);
    if (now.rank == before.rank) stayed.push_back(growth);
  }
  const double trend = median(stayed);
  std::map<Pair, std::vector<double>> moved;
  for (std::size_t b = 0; b < last_.size(); ++b) {
    const BlockLoad &before = last_[b], &now = problem.blocks[b];
    if (now.rank == before.rank || before.work <= 0 || now.work <= 0) continue;
    const double faster = trend - std::log(now.work / before.work);  // the new rank than the old
    const Pair pair = std::minmax(before.rank, now.rank);
    moved[pair].push_back(now.rank == pair.second ? faster : -faster);
  }
  for (const auto& [pair, ratios] : moved) {
    const auto [known, is_new] = ratios_.try_emplace(pair, median(ratios));
    if (!is_new) known->second += (1 - old_share) * (median(ratios) - known->second);
  }
  if (!moved.empty()) fit(problem.ranks.size());
}

// Least squares by the method of Kaczmarz, which keeps the mean of the logarithms at 0.
void RankSpeeds::fit(std::size_t ranks) {
  log_.resize(ranks);
  for (int sweep = 0; sweep < sweeps; ++sweep)
    for (const auto& [pair, ratio] : ratios_) {
      double &first = log_.at(std::size_t(pair.first)), &second = log_.at(std::size_t(pair.second));
      const double correction = (ratio - (second - first)) / 2;
      first -= correction;
      second += correction;
    }
}

void RankSpeeds::apply(BalanceProblem& problem) const {
  if (log_.size() != problem.ranks.size()) return;
  for (std::size_t rank = 0; rank < log_.size(); ++rank)
    problem.ranks[rank].speed *= std::exp(log_[rank]);
  for (BlockLoad& block : problem.blocks) block.work *= std::exp(log_[std::size_t(block.rank)]);
}

}  // namespace cardon
