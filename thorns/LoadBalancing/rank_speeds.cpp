// SPDX-License-Identifier: Apache-2.0
#include "rank_speeds.hpp"

#include <algorithm>
#include <cardon/kit/median.hpp>
#include <cmath>

namespace cardon {
namespace {

constexpr double old_share = 0.5;  // weight of what earlier migrations told of a pair of ranks
constexpr int sweeps = 40;         // until ratios of pairs have become corrections of ranks
constexpr double alike = 0.15;     // of a change: how far blocks of the rank differ

// By how much all blocks of a rank have changed, as a logarithm; 0: not all, not by one factor, or
// hardly.
double common_change(const std::vector<double>& blocks, double alike) {
  constexpr std::size_t fewest = 3;
  constexpr double smallest = 0.1;
  if (blocks.size() < fewest) return 0;
  const auto [min, max] = std::minmax_element(blocks.begin(), blocks.end());
  const double change = median(blocks), size = std::abs(change);
  return size >= smallest && *max - *min <= alike * size ? change : 0;
}

}  // namespace

void RankSpeeds::measured(const BalanceProblem& problem, const std::vector<Box>& boxes) {
  if (boxes == boxes_ && last_.size() == problem.blocks.size())
    learn(problem);
  else
    references_.clear();
  if (references_.empty()) refer(problem, {});
  last_ = problem.blocks;
  boxes_ = boxes;
}

bool RankSpeeds::stayed(const BalanceProblem& problem, std::size_t block) const {
  return problem.blocks[block].rank == last_[block].rank;
}

// What a block takes now over what it took, as a logarithm; none: it took nothing.
std::optional<double> RankSpeeds::growth(const BalanceProblem& problem, std::size_t block) const {
  const double before = last_[block].work, now = problem.blocks[block].work;
  if (before <= 0 || now <= 0) return {};
  return std::log(now / before);
}

// Where all blocks of a rank change by one factor, and others do not, the rank has changed. In the
// middle of a window, some of its blocks may be ahead of others.
std::vector<double> RankSpeeds::changes(const BalanceProblem& problem, double trend) const {
  constexpr double quiet = 0.1;  // of the change, how most blocks change
  constexpr double alike_where_others_are_quiet = 0.5;
  std::vector<std::vector<double>> by_rank(problem.ranks.size());
  std::vector<double> all;
  for (std::size_t b = 0; b < last_.size(); ++b)
    if (const auto grown = growth(problem, b); grown && stayed(problem, b)) {
      by_rank[std::size_t(last_[b].rank)].push_back(*grown - trend);
      all.push_back(std::abs(*grown - trend));
    }
  const double usual = median(all);
  std::vector<double> changes;
  for (const std::vector<double>& own : by_rank) {
    const bool others_are_quiet = usual <= quiet * std::abs(median(own));
    changes.push_back(-common_change(own, others_are_quiet ? alike_where_others_are_quiet : alike));
  }
  return changes;
}

// What changes by less from window to window adds up: as changes(), since the speed was right.
std::vector<double> RankSpeeds::slow_changes(const BalanceProblem& problem) const {
  std::vector<std::vector<double>> by_rank(problem.ranks.size());
  std::vector<double> all;
  for (std::size_t b = 0; b < references_.size(); ++b) {
    const BlockLoad& block = problem.blocks[b];
    if (block.rank != references_[b].rank || block.work <= 0) continue;
    const double grown = std::log(block.work) - trend_ - references_[b].work;
    by_rank[std::size_t(block.rank)].push_back(grown);
    all.push_back(grown);
  }
  const double usual = median(all);
  std::vector<double> changes;
  for (std::vector<double>& own : by_rank) {
    for (double& grown : own) grown -= usual;
    changes.push_back(-common_change(own, alike));
  }
  return changes;
}

// Of blocks that are new on their rank, and of those of ranks whose speed has just become known.
void RankSpeeds::refer(const BalanceProblem& problem, const std::set<int>& known) {
  references_.resize(problem.blocks.size());
  for (std::size_t b = 0; b < references_.size(); ++b) {
    const BlockLoad& block = problem.blocks[b];
    if (block.rank == references_[b].rank && !known.contains(block.rank)) continue;
    references_[b] =
        block.work > 0 ? Reference{block.rank, std::log(block.work) - trend_} : Reference{};
  }
}

// What is known of speeds and pairs is for the ranks as they are now.
void RankSpeeds::change(const std::vector<double>& changes) {
  log_.resize(changes.size());
  for (std::size_t rank = 0; rank < log_.size(); ++rank) log_[rank] += changes[rank];
  for (auto& [pair, ratio] : ratios_)
    ratio += changes[std::size_t(pair.second)] - changes[std::size_t(pair.first)];
}

void RankSpeeds::learn(const BalanceProblem& problem) {
  std::vector<double> of_stayed;
  for (std::size_t b = 0; b < last_.size(); ++b)
    if (const auto grown = growth(problem, b); grown && stayed(problem, b))
      of_stayed.push_back(*grown);
  const double trend = median(of_stayed);
  trend_ += trend;
  std::vector<double> changed = changes(problem, trend);
  const std::vector<double> slowly = slow_changes(problem);
  std::set<int> known;  // ranks whose speed is right now
  for (std::size_t rank = 0; rank < changed.size(); ++rank) {
    if (changed[rank] == 0) changed[rank] = slowly[rank];
    if (changed[rank] != 0) known.insert(int(rank));
  }
  change(changed);
  known.merge(learn_from_moved(problem, trend, changed));
  refer(problem, known);
}

// With the right speeds, the work of a block does not depend on the rank that computes it. The
// ranks of which something is learned.
std::set<int> RankSpeeds::learn_from_moved(const BalanceProblem& problem, double trend,
                                           const std::vector<double>& changed) {
  std::map<Pair, std::vector<double>> moved;
  std::set<int> ranks;
  for (std::size_t b = 0; b < last_.size(); ++b) {
    const auto grown = growth(problem, b);
    if (!grown || stayed(problem, b)) continue;
    const int before = last_[b].rank, now = problem.blocks[b].rank;
    ranks.insert({before, now});
    // The new rank than the old one, which has changed since.
    const double faster = trend - *grown - changed[std::size_t(before)];
    const Pair pair = std::minmax(before, now);
    moved[pair].push_back(now == pair.second ? faster : -faster);
  }
  for (const auto& [pair, ratios] : moved) {
    const auto [known, is_new] = ratios_.try_emplace(pair, median(ratios));
    if (!is_new) known->second += (1 - old_share) * (median(ratios) - known->second);
  }
  if (!moved.empty()) fit(problem.ranks.size());
  return ranks;
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
