// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cardon/kit/balance/greedy_assignment.hpp>
#include <queue>
#include <set>
#include <tuple>

namespace cardon {
namespace {

void heaviest_first(const BalanceProblem& problem, std::vector<int>& blocks) {
  std::stable_sort(blocks.begin(), blocks.end(), [&](int a, int b) {
    return problem.blocks[std::size_t(a)].work > problem.blocks[std::size_t(b)].work;
  });
}

// The time after one more block decides, so that a slow rank does not get the heaviest one first.
// Ranks of one speed form a class, in which the one with the least time is always best.
class FinishOrder {
 public:
  FinishOrder(const BalanceProblem& problem, std::span<const int> ranks,
              const std::vector<double>& seconds) {
    std::set<double> speeds;
    for (const int r : ranks) speeds.insert(problem.ranks[std::size_t(r)].speed);
    for (const double speed : speeds) {
      classes_.push_back({speed, {}});
      for (const int r : ranks)
        if (problem.ranks[std::size_t(r)].speed == speed)
          classes_.back().ranks.insert({seconds[std::size_t(r)], r});
    }
  }
  // Too many speeds to look at each class for each block: measured speeds all differ.
  static constexpr std::size_t max_classes = 64;
  bool is_small() const { return classes_.size() <= max_classes; }

  int take(double work, std::vector<double>& seconds) {
    Class* best = nullptr;
    for (Class& c : classes_)
      if (best == nullptr || finish(c, work) < finish(*best, work)) best = &c;
    const auto first = best->ranks.begin();
    const int rank = first->second;
    best->ranks.erase(first);
    seconds[std::size_t(rank)] += work / best->speed;
    best->ranks.insert({seconds[std::size_t(rank)], rank});
    return rank;
  }

 private:
  struct Class {
    double speed;
    std::set<std::pair<double, int>> ranks;
  };
  static std::pair<double, int> finish(const Class& c, double work) {
    return {c.ranks.begin()->first + work / c.speed, c.ranks.begin()->second};
  }
  std::vector<Class> classes_;
};

void assign_to_least_loaded(const BalanceProblem& problem, const std::vector<int>& blocks,
                            std::span<const int> ranks, std::vector<double>& seconds,
                            Placement& placement) {
  using Entry = std::pair<double, int>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> by_time;
  for (const int r : ranks) by_time.push({seconds[std::size_t(r)], r});
  for (const int b : blocks) {
    const int rank = by_time.top().second;
    by_time.pop();
    seconds[std::size_t(rank)] +=
        problem.blocks[std::size_t(b)].work / problem.ranks[std::size_t(rank)].speed;
    by_time.push({seconds[std::size_t(rank)], rank});
    placement[std::size_t(b)] = rank;
  }
}

}  // namespace

MovableLoad movable_load(const BalanceProblem& problem) {
  MovableLoad load;
  for (const RankLoad& rank : problem.ranks) load.fixed_seconds.push_back(rank.background);
  for (std::size_t b = 0; b < problem.blocks.size(); ++b) {
    const BlockLoad& block = problem.blocks[b];
    if (block.movable)
      load.blocks.push_back(int(b));
    else
      load.fixed_seconds[std::size_t(block.rank)] +=
          block.work / problem.ranks[std::size_t(block.rank)].speed;
  }
  return load;
}

void assign_greedily(const BalanceProblem& problem, std::vector<int> blocks,
                     std::span<const int> ranks, std::vector<double>& seconds,
                     Placement& placement) {
  if (ranks.empty()) return;
  heaviest_first(problem, blocks);
  FinishOrder order(problem, ranks, seconds);
  if (!order.is_small()) return assign_to_least_loaded(problem, blocks, ranks, seconds, placement);
  for (const int b : blocks)
    placement[std::size_t(b)] = order.take(problem.blocks[std::size_t(b)].work, seconds);
}

namespace {

class Refinement {
 public:
  Refinement(const BalanceProblem& problem, std::span<const int> ranks, Placement& placement)
      : problem_(problem), placement_(placement), blocks_(problem.ranks.size()) {
    seconds_ = compute_seconds(problem, placement);
    double work = 0, speed = 0;
    for (const int r : ranks) {
      const RankLoad& rank = problem.ranks[std::size_t(r)];
      if (rank.available) {
        speed += rank.speed;
        by_time_.insert({seconds_[std::size_t(r)], r});
      }
      work += seconds_[std::size_t(r)] * rank.speed;
    }
    mean_ = speed > 0 ? work / speed : 0;
    for (std::size_t b = 0; b < placement.size(); ++b)
      if (problem.blocks[b].movable) blocks_[std::size_t(placement[b])].push_back(int(b));
  }

  void unload(int rank, double tolerance) {
    const bool leaves = !problem_.ranks[std::size_t(rank)].available;
    std::vector<int> blocks = blocks_[std::size_t(rank)];
    heaviest_first(problem_, blocks);
    for (const int b : blocks) {
      if (!leaves && seconds_[std::size_t(rank)] <= tolerance * mean_) return;
      const auto [to, after] = min_after(b);
      if (to != rank && (leaves || after <= tolerance * mean_)) move(b, rank, to);
    }
    level(rank, tolerance, blocks);
  }
  double seconds(int rank) const { return seconds_[std::size_t(rank)]; }
  bool has_targets() const { return !by_time_.empty(); }

 private:
  // Where blocks are too heavy for the tolerance: the lightest ones go as long as their new rank
  // ends below what this one takes now.
  void level(int rank, double tolerance, const std::vector<int>& heaviest_first) {
    for (auto b = heaviest_first.rbegin(); b != heaviest_first.rend(); ++b) {
      const double now = seconds_[std::size_t(rank)];
      if (now <= tolerance * mean_) return;
      if (placement_[std::size_t(*b)] != rank) continue;
      const auto [to, after] = min_after(*b);
      if (to == rank || after >= now * (1 - 1e-12)) return;
      move(*b, rank, to);
    }
  }
  // The rank with the least time, and its time with the block.
  std::pair<int, double> min_after(int block) const {
    const auto [time, to] = *by_time_.begin();
    return {to, time + problem_.blocks[std::size_t(block)].work /
                           problem_.ranks[std::size_t(to)].speed};
  }
  void add(int rank, double work) {
    const bool target = by_time_.erase({seconds_[std::size_t(rank)], rank}) > 0;
    seconds_[std::size_t(rank)] += work / problem_.ranks[std::size_t(rank)].speed;
    if (target) by_time_.insert({seconds_[std::size_t(rank)], rank});
  }
  void move(int block, int from, int to) {
    const double work = problem_.blocks[std::size_t(block)].work;
    add(from, -work);
    add(to, work);
    placement_[std::size_t(block)] = to;
  }

  const BalanceProblem& problem_;
  Placement& placement_;
  std::vector<std::vector<int>> blocks_;
  std::vector<double> seconds_;
  std::set<std::pair<double, int>> by_time_;
  double mean_ = 0;
};

}  // namespace

void refine_placement(const BalanceProblem& problem, std::span<const int> ranks, double tolerance,
                      Placement& placement) {
  Refinement refinement(problem, ranks, placement);
  if (!refinement.has_targets()) return;
  std::vector<int> order(ranks.begin(), ranks.end());
  std::stable_sort(order.begin(), order.end(),
                   [&](int a, int b) { return refinement.seconds(a) > refinement.seconds(b); });
  for (const int rank : order) refinement.unload(rank, tolerance);
}

}  // namespace cardon
