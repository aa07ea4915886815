// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/balance/placement.hpp>
#include <span>
#include <vector>

#include "grid_options.hpp"

namespace cardon {

/// Places blocks on the ranks of one site such that work and messages to other sites are spread
/// evenly: the placing rules of GridCommLB (G. A. Koenig, dissertation, University of Illinois,
/// 2007, section 7.1). Ties go to the lower number.
class CommPlacer {
 public:
  /// Refers to problem, `wide` (messages to other sites by block) and `placement`, whose entries of
  /// the site's blocks that cannot move count from the start. At least one rank.
  CommPlacer(const BalanceProblem& problem, const std::vector<int>& ranks,
             const GridOptions& options, const std::vector<double>& wide, Placement& placement);

  /// The rank that is to have the next block.
  int next_rank() const;
  void place(int block, int rank);
  /// How many blocks a rank has so far.
  int blocks(int rank) const;
  /// All of these: always the heaviest, or, within the tolerance of it, the one with the most
  /// messages to other sites. O(n (log n + ranks)).
  void place_all(std::span<const int> blocks);

 private:
  struct Slot {
    int rank = 0;
    double seconds = 0, wide = 0;
    int border_blocks = 0, blocks = 0;
  };
  void count(Slot& slot, int block) const;
  const Slot& slot(int rank) const;

  const BalanceProblem& problem_;
  GridOptions options_;
  const std::vector<double>& wide_;
  Placement& placement_;
  std::vector<Slot> slots_;
  std::vector<int> slot_of_rank_;
};

/// Blocks in the order of their work, from which they are taken one by one.
class BlockQueue {
 public:
  BlockQueue(const BalanceProblem& problem, std::span<const int> blocks,
             const std::vector<double>& wide);
  bool empty() const { return left_ == 0; }
  /// The heaviest block that is left; of several the one with the lowest number.
  int heaviest() const { return blocks_[first_]; }
  /// The one with the most wide messages among blocks of at least this work; ties as heaviest().
  int widest(double min_work) const;
  /// The most wide messages of any block that is left.
  double max_wide() const { return tree_.empty() ? 0 : tree_[1].wide; }
  bool contains(int block) const { return position_[std::size_t(block)] >= 0; }
  void take(int block);

 private:
  // The largest of a range of positions, in a complete binary tree.
  struct Best {
    double wide = -1;
    std::size_t position = 0;
  };
  static const Best& better(const Best& a, const Best& b) { return b.wide > a.wide ? b : a; }

  const BalanceProblem& problem_;
  std::vector<int> blocks_;    // the heaviest first
  std::vector<int> position_;  // by block; -1: taken, or never there
  std::vector<Best> tree_;     // leaves begin at leaves_
  std::size_t leaves_ = 1, first_ = 0, left_ = 0;
};

}  // namespace cardon
