// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cardon/kit/balance/lazy_blocks.hpp>
#include <utility>

namespace cardon {

LazyBlocks::LazyBlocks(const BalanceProblem& problem, Placement assigned, unsigned seed)
    : problem_(problem),
      assigned_(std::move(assigned)),
      data_(placement_of(problem)),
      neighbours_(problem.blocks.size()),
      edges_(problem.blocks.size()),
      random_(seed, 0) {
  for (const BlockEdge& edge : problem.edges) {
    edges_[std::size_t(edge.from)].push_back(&edge);
    edges_[std::size_t(edge.to)].push_back(&edge);
    neighbours_[std::size_t(edge.from)].push_back(edge.to);
    neighbours_[std::size_t(edge.to)].push_back(edge.from);
  }
  for (std::vector<int>& near : neighbours_) {
    std::sort(near.begin(), near.end());
    near.erase(std::unique(near.begin(), near.end()), near.end());
  }
}

double LazyBlocks::seconds(int from, int to, double bytes) const {
  if (from == to) return 0;
  const auto site = [this](int rank) { return problem_.ranks[std::size_t(rank)].site; };
  return bytes * problem_.link(site(from), site(to)).seconds_per_byte;
}

double LazyBlocks::overhead(int block, int rank) const {
  const double horizon = std::max(1.0, problem_.horizon);
  double sum =
      seconds(data_[std::size_t(block)], rank, problem_.blocks[std::size_t(block)].bytes) / horizon;
  for (const BlockEdge* edge : edges_[std::size_t(block)]) {
    const int other = edge->from == block ? edge->to : edge->from;
    sum += seconds(assigned_[std::size_t(other)], rank, edge->bytes);
  }
  return sum;
}

double LazyBlocks::work(int block) const {
  return std::max(1e-300, problem_.blocks[std::size_t(block)].work);
}

double LazyBlocks::change(int block, int from, int to) const {
  const double change = overhead(block, to) - overhead(block, from);
  return change > 0 ? change / work(block) : change;
}

void LazyBlocks::begin(int block, int rank) {
  assigned_[std::size_t(block)] = rank;
  data_[std::size_t(block)] = rank;
}

int LazyBlocks::best_of_sample(const std::vector<int>& left, int to) {
  constexpr int sample = 10;
  int best = -1;
  double min_change = 0;
  for (int n = 0; n < sample; ++n) {
    const int block = left[std::size_t(random_.below(int(left.size())))];
    const double now = change(block, assigned_[std::size_t(block)], to);
    if (best >= 0 && now >= min_change) continue;
    best = block;
    min_change = now;
  }
  return best;
}

std::vector<int> LazyBlocks::migrants(const std::vector<int>& waiting, int to) {
  std::vector<int> left = waiting, found;
  while (!left.empty()) {
    std::size_t next = found.size();
    const auto take = [&](int block) {
      const auto at = std::find(left.begin(), left.end(), block);
      if (at == left.end()) return;
      left.erase(at);
      found.push_back(block);
    };
    take(best_of_sample(left, to));
    for (; next < found.size(); ++next)
      for (const int near : neighbours(found[next])) take(near);
  }
  return found;
}

LazyBlocks::Choice::Choice(LazyBlocks& lazy, std::vector<int> blocks, std::vector<int> ranks)
    : lazy_(lazy), blocks_(std::move(blocks)), ranks_(std::move(ranks)) {}

std::vector<std::size_t> LazyBlocks::Choice::order(std::span<const RankBlock> waiting, int to) {
  std::vector<int> blocks;
  for (const RankBlock& job : waiting) blocks.push_back(blocks_[std::size_t(job.block)]);
  std::vector<std::size_t> places;
  for (const int block : lazy_.migrants(blocks, ranks_[std::size_t(to)]))
    places.push_back(std::size_t(std::find(blocks.begin(), blocks.end(), block) - blocks.begin()));
  return places;
}

}  // namespace cardon
