// SPDX-License-Identifier: Apache-2.0
#include "comm_placer.hpp"

#include <algorithm>
#include <tuple>

namespace cardon {

BlockQueue::BlockQueue(const BalanceProblem& problem, std::span<const int> blocks,
                       const std::vector<double>& wide)
    : problem_(problem),
      blocks_(blocks.begin(), blocks.end()),
      position_(problem.blocks.size(), -1),
      left_(blocks.size()) {
  std::sort(blocks_.begin(), blocks_.end(), [&](int a, int b) {
    const double x = problem.blocks[std::size_t(a)].work, y = problem.blocks[std::size_t(b)].work;
    return x != y ? x > y : a < b;
  });
  while (leaves_ < blocks_.size()) leaves_ *= 2;
  tree_.resize(2 * leaves_);
  for (std::size_t i = 0; i < blocks_.size(); ++i) {
    position_[std::size_t(blocks_[i])] = int(i);
    tree_[leaves_ + i] = {wide[std::size_t(blocks_[i])], i};
  }
  for (std::size_t n = leaves_ - 1; n > 0; --n) tree_[n] = better(tree_[2 * n], tree_[2 * n + 1]);
}

int BlockQueue::widest(double min_work) const {
  const auto end = std::partition_point(blocks_.begin(), blocks_.end(), [&](int b) {
    return problem_.blocks[std::size_t(b)].work >= min_work;
  });
  Best best;
  // Left parts come before right ones, so that the first of equal blocks wins.
  std::vector<Best> right;
  std::size_t a = leaves_ + first_, z = leaves_ + std::size_t(end - blocks_.begin());
  for (; a < z; a /= 2, z /= 2) {
    if (a % 2 == 1) best = better(best, tree_[a++]);
    if (z % 2 == 1) right.push_back(tree_[--z]);
  }
  for (auto r = right.rbegin(); r != right.rend(); ++r) best = better(best, *r);
  return blocks_[best.position];
}

void BlockQueue::take(int block) {
  const auto position = std::size_t(position_[std::size_t(block)]);
  position_[std::size_t(block)] = -1;
  tree_[leaves_ + position] = {};
  for (std::size_t n = (leaves_ + position) / 2; n > 0; n /= 2)
    tree_[n] = better(tree_[2 * n], tree_[2 * n + 1]);
  --left_;
  while (first_ < blocks_.size() && position_[std::size_t(blocks_[first_])] < 0) ++first_;
}

CommPlacer::CommPlacer(const BalanceProblem& problem, const std::vector<int>& ranks,
                       const GridOptions& options, const std::vector<double>& wide,
                       Placement& placement)
    : problem_(problem),
      options_(options),
      wide_(wide),
      placement_(placement),
      slot_of_rank_(problem.ranks.size(), -1) {
  for (const int r : ranks) {
    slot_of_rank_[std::size_t(r)] = int(slots_.size());
    slots_.push_back({.rank = r, .seconds = problem.ranks[std::size_t(r)].background});
  }
  for (std::size_t b = 0; b < problem.blocks.size(); ++b) {
    const int s = slot_of_rank_[std::size_t(problem.blocks[b].rank)];
    if (!problem.blocks[b].movable && s >= 0) count(slots_[std::size_t(s)], int(b));
  }
}

void CommPlacer::count(Slot& slot, int block) const {
  const double wide = wide_[std::size_t(block)];
  slot.seconds +=
      problem_.blocks[std::size_t(block)].work / problem_.ranks[std::size_t(slot.rank)].speed;
  slot.wide += wide;
  slot.border_blocks += wide > 0 ? 1 : 0;
  ++slot.blocks;
}

const CommPlacer::Slot& CommPlacer::slot(int rank) const {
  return slots_[std::size_t(slot_of_rank_[std::size_t(rank)])];
}

int CommPlacer::blocks(int rank) const { return slot(rank).blocks; }

int CommPlacer::next_rank() const {
  if (options_.by_count) {
    const auto key = [](const Slot& s) {
      return std::tuple(s.blocks, s.border_blocks, s.wide, s.seconds, s.rank);
    };
    return std::min_element(slots_.begin(), slots_.end(),
                            [&](const Slot& a, const Slot& b) { return key(a) < key(b); })
        ->rank;
  }
  const Slot& min_slot = *std::min_element(slots_.begin(), slots_.end(), [](auto& a, auto& b) {
    return std::tie(a.seconds, a.wide, a.rank) < std::tie(b.seconds, b.wide, b.rank);
  });
  const bool has_min_wide = std::none_of(slots_.begin(), slots_.end(),
                                         [&](const Slot& s) { return s.wide < min_slot.wide; });
  if (has_min_wide) return min_slot.rank;
  const Slot* best = &min_slot;
  const auto key = [](const Slot& s) {
    return std::tuple(s.border_blocks, s.wide, s.seconds, s.rank);
  };
  for (const Slot& s : slots_)
    if (s.seconds <= (1 + options_.tolerance) * min_slot.seconds && key(s) < key(*best)) best = &s;
  return best->rank;
}

void CommPlacer::place(int block, int rank) {
  count(slots_[std::size_t(slot_of_rank_[std::size_t(rank)])], block);
  placement_[std::size_t(block)] = rank;
}

void CommPlacer::place_all(std::span<const int> blocks) {
  BlockQueue queue(problem_, blocks, wide_);
  while (!queue.empty()) {
    int block = queue.heaviest();
    if (wide_[std::size_t(block)] < queue.max_wide())
      block = queue.widest((1 - options_.tolerance) * problem_.blocks[std::size_t(block)].work);
    place(block, next_rank());
    queue.take(block);
  }
}

}  // namespace cardon
