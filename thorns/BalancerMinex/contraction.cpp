// SPDX-License-Identifier: Apache-2.0
#include "contraction.hpp"

#include <queue>
#include <tuple>

namespace cardon {

namespace {

using Edge = std::tuple<double, int, int>;  // weight; ends, the larger negative for equal weights

}  // namespace

Contraction::Contraction(const BalanceProblem& problem, const RankTimes& times, int groups)
    : problem_(problem) {
  const int n = int(problem.blocks.size());
  for (int b = 0; b < n; ++b) {
    members_.push_back({b});
    neighbours_.emplace_back();
    for (const RankTimes::Neighbour& e : times.neighbours(b))
      neighbours_.back()[e.block] += e.in_bytes + e.out_bytes + e.in_messages + e.out_messages;
  }
  merged_into_.assign(std::size_t(n), -1);
  std::priority_queue<Edge> heap;
  for (int b = 0; b < n; ++b)
    for (const auto& [other, weight] : neighbours_[std::size_t(b)])
      if (other > b) heap.emplace(weight, -b, -other);
  const auto alike = [&](int a, int b) {
    const int x = members_[std::size_t(a)][0], y = members_[std::size_t(b)][0];
    const auto& blocks = problem.blocks;
    return times.placement()[std::size_t(x)] == times.placement()[std::size_t(y)] &&
           blocks[std::size_t(x)].rank == blocks[std::size_t(y)].rank &&
           blocks[std::size_t(x)].movable && blocks[std::size_t(y)].movable;
  };
  for (int left = n; left > groups && !heap.empty();) {
    const auto [weight, a, b] = heap.top();
    heap.pop();
    const bool stale = merged_into_[std::size_t(-a)] >= 0 || merged_into_[std::size_t(-b)] >= 0;
    if (stale || !alike(-a, -b)) continue;
    merge(-a, -b);
    --left;
    const int merged = stack_.back().merged;
    for (const auto& [other, sum] : neighbours_[std::size_t(merged)])
      heap.emplace(sum, -other, -merged);
  }
}

int Contraction::find(int block) const {
  while (merged_into_[std::size_t(block)] >= 0) block = merged_into_[std::size_t(block)];
  return block;
}

void Contraction::merge(int a, int b) {
  const int merged = int(members_.size());
  members_.push_back(members_[std::size_t(a)]);
  members_.back().insert(members_.back().end(), members_[std::size_t(b)].begin(),
                         members_[std::size_t(b)].end());
  merged_into_[std::size_t(a)] = merged_into_[std::size_t(b)] = merged;
  merged_into_.push_back(-1);
  std::map<int, double> neighbours;
  for (const int part : {a, b})
    for (const auto& [other, weight] : neighbours_[std::size_t(part)])
      if (const int end = find(other); end != merged) neighbours[end] += weight;
  neighbours_.push_back(std::move(neighbours));
  stack_.push_back({a, b, merged});
}

bool Contraction::expand(int& first, int& second) {
  if (stack_.empty()) return false;
  const Merge last = stack_.back();
  stack_.pop_back();
  first = last.first;
  second = last.second;
  merged_into_[std::size_t(first)] = merged_into_[std::size_t(second)] = -1;
  members_.pop_back();
  neighbours_.pop_back();
  merged_into_.pop_back();
  return true;
}

std::vector<int> Contraction::groups() const {
  std::vector<int> groups;
  for (std::size_t g = 0; g < merged_into_.size(); ++g)
    if (merged_into_[g] < 0) groups.push_back(int(g));
  return groups;
}

}  // namespace cardon
