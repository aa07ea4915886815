// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "comm_placer.hpp"

namespace cardon {

/// Messages that blocks exchange, by block: both directions added up.
using BlockNeighbours = std::vector<std::vector<std::pair<int, double>>>;
BlockNeighbours block_neighbours(const BalanceProblem& problem, EdgeMeasure measure);

/// The placing rule "seed" of GridHybridLB (G. A. Koenig, dissertation, University of Illinois,
/// 2007, section 7.3): border blocks first, then the others; the lightest rank takes, among blocks
/// within the tolerance of the heaviest, the one that exchanges most messages with a block that it
/// has already. Each rank keeps the neighbours of its blocks in heaps, so that it costs
/// O((n + edges) log n) instead of the O(n^3) of the original.
class SeedPlacer {
 public:
  /// Refers to all arguments.
  SeedPlacer(const BalanceProblem& problem, const GridOptions& options,
             const std::vector<double>& wide, const BlockNeighbours& neighbours,
             CommPlacer& placer);
  /// All of these; entries of `placement` for the blocks that are placed are read.
  void place_all(std::span<const int> blocks, const Placement& placement);

 private:
  struct Candidate {
    double messages;
    int block;
  };
  // Neighbours of the blocks of a rank: those that are light wait until the heaviest block that is
  // left is not much heavier.
  struct Heaps {
    std::vector<Candidate> waiting, active;
  };
  void place_pass(std::span<const int> blocks, const Placement& placement);
  void add_neighbours(const BlockQueue& queue, int block, int rank);
  int choose(BlockQueue& queue, int rank);
  double work(int block) const { return problem_.blocks[std::size_t(block)].work; }
  bool lighter(const Candidate& a, const Candidate& b) const;
  bool fewer(const Candidate& a, const Candidate& b) const;

  const BalanceProblem& problem_;
  const GridOptions& options_;
  const std::vector<double>& wide_;
  const BlockNeighbours& neighbours_;
  CommPlacer& placer_;
  std::vector<Heaps> heaps_;  // by rank
};

}  // namespace cardon
