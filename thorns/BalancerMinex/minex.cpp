// SPDX-License-Identifier: Apache-2.0
#include "minex.hpp"

#include <algorithm>
#include <cmath>
#include <queue>

namespace cardon {
namespace {

// Sums that are updated many times differ in their last digits.
constexpr double same = 1e-12;

bool is_less(double a, double b) { return a < b - same * std::abs(b); }

}  // namespace

Minex::Minex(const BalanceProblem& problem, Placement start, const MinexOptions& options)
    : problem_(problem),
      options_(options),
      times_(problem, std::move(start)),
      contraction_(problem, times_, 4 * int(problem.ranks.size())) {}

// Ranks that own a neighbour; the least loaded of all as well, which has no neighbours if it has no
// blocks.
std::vector<int> Minex::targets(int group) const {
  std::vector<int> ranks;
  const int own = times_.placement()[std::size_t(contraction_.blocks(group)[0])];
  for (const int block : contraction_.blocks(group))
    for (const RankTimes::Neighbour& n : times_.neighbours(block)) {
      const int rank = times_.placement()[std::size_t(n.block)];
      if (rank != own && problem_.ranks[std::size_t(rank)].available) ranks.push_back(rank);
    }
  std::sort(ranks.begin(), ranks.end());
  ranks.erase(std::unique(ranks.begin(), ranks.end()), ranks.end());
  if (!ranks.empty()) return ranks;
  int least_loaded = -1;
  for (std::size_t r = 0; r < problem_.ranks.size(); ++r)
    if (problem_.ranks[r].available && int(r) != own &&
        (least_loaded < 0 || times_.time(int(r)) < times_.time(least_loaded)))
      least_loaded = int(r);
  if (least_loaded >= 0) ranks.push_back(least_loaded);
  return ranks;
}

void Minex::carry_out(int group, int rank) {
  for (const int block : contraction_.blocks(group)) times_.move(block, rank);
}

TimeSummary Minex::tried(int group, int rank) {
  const int own = times_.placement()[std::size_t(contraction_.blocks(group)[0])];
  carry_out(group, rank);
  const TimeSummary after = times_.summary();
  carry_out(group, own);
  return after;
}

bool Minex::accept(const TimeSummary& before, const TimeSummary& after) const {
  const double gain = after.total - before.total, fall = before.variance - after.variance;
  if (gain > 0 && (fall <= 0 || gain * gain / fall > options_.throttle)) return false;
  if (options_.max_may_rise) return fall > 0.01 * before.variance;
  if (is_less(before.max, after.max)) return false;
  if (is_less(after.max, before.max)) return true;
  if (is_less(after.min, before.min)) return false;
  return is_less(before.min, after.min) || fall > 0.01 * before.variance;
}

bool Minex::better(const TimeSummary& a, const TimeSummary& b) {
  if (is_less(a.max, b.max)) return true;
  if (is_less(b.max, a.max)) return false;
  if (is_less(a.total, b.total)) return true;
  if (is_less(b.total, a.total)) return false;
  return a.variance < b.variance;
}

std::optional<Minex::Move> Minex::best_move(int group) {
  const std::vector<int>& blocks = contraction_.blocks(group);
  const int own = times_.placement()[std::size_t(blocks[0])];
  if (!problem_.blocks[std::size_t(blocks[0])].movable) return {};
  if (times_.blocks(own) == int(blocks.size())) return {};  // the rank would be empty
  const TimeSummary before = times_.summary();
  std::optional<Move> best;
  for (const int rank : targets(group)) {
    const TimeSummary after = tried(group, rank);
    if (accept(before, after) && (!best || better(after, best->after))) best = Move{rank, after};
  }
  return best;
}

std::vector<int> Minex::border(int group) const {
  std::vector<int> groups;
  for (const int block : contraction_.blocks(group))
    for (const RankTimes::Neighbour& n : times_.neighbours(block))
      groups.push_back(contraction_.find(n.block));
  std::sort(groups.begin(), groups.end());
  groups.erase(std::unique(groups.begin(), groups.end()), groups.end());
  std::erase(groups, group);
  return groups;
}

// Moves in the order of what they gain; what a move changes is tried again. A group moves a few
// times at most: sums of times that hardly differ must not send it to and fro.
void Minex::partition() {
  struct Entry {
    TimeSummary after;
    int group;
    bool operator<(const Entry& other) const {
      if (after.max != other.after.max) return after.max > other.after.max;
      if (after.total != other.after.total) return after.total > other.after.total;
      return group > other.group;
    }
  };
  constexpr int max_moves = 4;
  std::vector<int> moves(2 * problem_.blocks.size(), 0);
  std::priority_queue<Entry> heap;
  const auto insert = [&](int group) {
    if (moves[std::size_t(group)] >= max_moves) return;
    if (const auto move = best_move(group)) heap.push({move->after, group});
  };
  for (const int group : contraction_.groups()) insert(group);
  while (!heap.empty()) {
    const int group = heap.top().group;
    heap.pop();
    if (moves[std::size_t(group)] >= max_moves) continue;
    const auto move = best_move(group);
    if (!move) continue;
    carry_out(group, move->rank);
    ++moves[std::size_t(group)];
    insert(group);
    for (const int other : border(group)) insert(other);
  }
}

void Minex::refine(int group) {
  const auto move = best_move(group);
  if (!move) return;
  carry_out(group, move->rank);
  for (const int other : border(group))
    if (const auto next = best_move(other)) carry_out(other, next->rank);
}

Placement Minex::run() {
  partition();
  for (int first = 0, second = 0; contraction_.expand(first, second);) {
    refine(first);
    refine(second);
  }
  partition();
  send_home();
  return times_.placement();
}

// Moves that help no rank in the end cost their migration: back, unless the slowest rank would
// become slower.
void Minex::send_home() {
  for (std::size_t b = 0; b < problem_.blocks.size(); ++b) {
    const int home = problem_.blocks[b].rank, rank = times_.placement()[b];
    if (home == rank || !problem_.ranks[std::size_t(home)].available) continue;
    const TimeSummary before = times_.summary();
    times_.move(int(b), home);
    const TimeSummary after = times_.summary();
    if (is_less(before.max, after.max) || !is_less(after.total, before.total))
      times_.move(int(b), rank);
  }
}

}  // namespace cardon
