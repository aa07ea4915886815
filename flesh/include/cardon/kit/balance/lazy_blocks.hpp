// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/balancing/balance_agent.hpp>
#include <cardon/kit/balance/placement.hpp>
#include <cardon/kit/balance/small_random.hpp>
#include <vector>

namespace cardon {

/// Blocks of a mesh that wait in the queues of ranks. Their data stay where they are until a block
/// begins, and then follow it (D. J. Harvey, "Load balancing techniques for distributed processing
/// environments", dissertation, University of Texas at Arlington, 2001, chapters 4 and 5).
class LazyBlocks {
 public:
  /// `assigned`: ranks on which they wait; data are where the problem says. Refers to the problem.
  LazyBlocks(const BalanceProblem& problem, Placement assigned, unsigned seed);

  /// s that a block costs on a rank beside its work: messages with neighbours that are assigned to
  /// other ranks, and its data if they have to come, as a share of the horizon.
  double overhead(int block, int rank) const;
  /// s that a block takes, as in the problem.
  double work(int block) const;
  /// Adds the s that it costs to come and go; see above. Less than 0: the overhead falls.
  double change(int block, int from, int to) const;

  /// The block waits on another rank now.
  void assign(int block, int rank) { assigned_[std::size_t(block)] = rank; }
  /// It has been assigned to this rank, and begins: its data are there from now on.
  void begin(int block, int rank);
  /// The ranks on which blocks wait.
  const Placement& assigned() const { return assigned_; }
  /// The ranks on which the data of blocks are.
  const Placement& data() const { return data_; }
  /// Blocks with which it exchanges messages.
  const std::vector<int>& neighbours(int block) const { return neighbours_[std::size_t(block)]; }

  /// Returns, of ten blocks drawn at random, the one whose overhead grows least by the move (per
  /// work), then its neighbours that wait there, breadth first, and so on.
  std::vector<int> migrants(const std::vector<int>& waiting, int to);

  /// Makes the same choice for jobs with numbers of their own: blocks by job, ranks by position.
  class Choice : public MigrantChoice {
   public:
    /// Refers to `lazy`.
    Choice(LazyBlocks& lazy, std::vector<int> blocks, std::vector<int> ranks);
    std::vector<std::size_t> order(std::span<const RankBlock> waiting, int to) override;

   private:
    LazyBlocks& lazy_;
    std::vector<int> blocks_, ranks_;
  };

 private:
  double seconds(int from, int to, double bytes) const;
  int best_of_sample(const std::vector<int>& left, int to);

  const BalanceProblem& problem_;
  Placement assigned_, data_;
  std::vector<std::vector<int>> neighbours_;
  std::vector<std::vector<const BlockEdge*>> edges_;  // by block at either end
  SmallRandom random_;
};

}  // namespace cardon
