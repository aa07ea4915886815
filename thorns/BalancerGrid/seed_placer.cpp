// SPDX-License-Identifier: Apache-2.0
#include "seed_placer.hpp"

#include <algorithm>

namespace cardon {

BlockNeighbours block_neighbours(const BalanceProblem& problem, EdgeMeasure measure) {
  std::vector<int> all(problem.blocks.size());
  for (std::size_t b = 0; b < all.size(); ++b) all[b] = int(b);
  const WeightedGraph graph = block_graph(problem, all, measure);
  BlockNeighbours neighbours(all.size());
  for (std::size_t b = 0; b < all.size(); ++b)
    for (int e = graph.first[b]; e < graph.first[b + 1]; ++e)
      neighbours[b].emplace_back(graph.neighbours[std::size_t(e)],
                                 graph.edge_weights[std::size_t(e)]);
  return neighbours;
}

SeedPlacer::SeedPlacer(const BalanceProblem& problem, const GridOptions& options,
                       const std::vector<double>& wide, const BlockNeighbours& neighbours,
                       CommPlacer& placer)
    : problem_(problem),
      options_(options),
      wide_(wide),
      neighbours_(neighbours),
      placer_(placer),
      heaps_(problem.ranks.size()) {}

bool SeedPlacer::lighter(const Candidate& a, const Candidate& b) const {
  return work(a.block) < work(b.block);
}

bool SeedPlacer::fewer(const Candidate& a, const Candidate& b) const {
  if (a.messages != b.messages) return a.messages < b.messages;
  if (work(a.block) != work(b.block)) return work(a.block) < work(b.block);
  return a.block > b.block;
}

void SeedPlacer::place_all(std::span<const int> blocks, const Placement& placement) {
  std::vector<int> border, others;
  for (const int b : blocks) (wide_[std::size_t(b)] > 0 ? border : others).push_back(b);
  place_pass(border, placement);
  place_pass(others, placement);
}

void SeedPlacer::place_pass(std::span<const int> blocks, const Placement& placement) {
  BlockQueue queue(problem_, blocks, wide_);
  for (Heaps& heaps : heaps_) heaps = {};
  for (const int b : blocks)
    for (const auto& [seed, messages] : neighbours_[std::size_t(b)])
      if (!queue.contains(seed) && placement[std::size_t(seed)] >= 0)
        heaps_[std::size_t(placement[std::size_t(seed)])].waiting.push_back({messages, b});
  for (Heaps& heaps : heaps_)
    std::make_heap(heaps.waiting.begin(), heaps.waiting.end(),
                   [this](auto& a, auto& b) { return lighter(a, b); });
  while (!queue.empty()) {
    const int rank = placer_.next_rank();
    const int block = choose(queue, rank);
    placer_.place(block, rank);
    queue.take(block);
    add_neighbours(queue, block, rank);
  }
}

void SeedPlacer::add_neighbours(const BlockQueue& queue, int block, int rank) {
  std::vector<Candidate>& waiting = heaps_[std::size_t(rank)].waiting;
  for (const auto& [other, messages] : neighbours_[std::size_t(block)]) {
    if (!queue.contains(other)) continue;
    waiting.push_back({messages, other});
    std::push_heap(waiting.begin(), waiting.end(),
                   [this](auto& a, auto& b) { return lighter(a, b); });
  }
}

// The work of the heaviest block only falls during a pass, so what is active stays so.
int SeedPlacer::choose(BlockQueue& queue, int rank) {
  const double min_work = (1 - options_.tolerance) * work(queue.heaviest());
  if (placer_.blocks(rank) == 0) return queue.widest(min_work);
  Heaps& heaps = heaps_[std::size_t(rank)];
  const auto by_work = [this](auto& a, auto& b) { return lighter(a, b); };
  const auto by_messages = [this](auto& a, auto& b) { return fewer(a, b); };
  while (!heaps.waiting.empty() && work(heaps.waiting.front().block) >= min_work) {
    std::pop_heap(heaps.waiting.begin(), heaps.waiting.end(), by_work);
    heaps.active.push_back(heaps.waiting.back());
    heaps.waiting.pop_back();
    std::push_heap(heaps.active.begin(), heaps.active.end(), by_messages);
  }
  while (!heaps.active.empty()) {
    const int block = heaps.active.front().block;
    std::pop_heap(heaps.active.begin(), heaps.active.end(), by_messages);
    heaps.active.pop_back();
    if (queue.contains(block)) return block;
  }
  return queue.heaviest();
}

}  // namespace cardon
