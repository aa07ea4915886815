// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/balancing/balance_problem.hpp>
#include <cardon/services/decomposition.hpp>
#include <vector>

#include "load_report.hpp"

namespace cardon {

/// What a message between ranks costs at each of its ends, more than one between blocks of a rank.
struct MessageCost {
  double seconds = 0,  ///< s on a rank of speed 1, whatever its length
      per_byte = 0;    ///< s on a rank of speed 1, for each byte
};

/// What all ranks measured between the same two steps.
class LoadDatabase {
 public:
  /// `ranks`: by rank; `steps`: between the two; `shares`: those of their cores that ranks have
  /// (see CoreShares), empty: all. A rank that has half of its core is half as fast.
  LoadDatabase(std::vector<LoadReport> ranks, long steps, std::vector<double> shares = {})
      : ranks_(std::move(ranks)), shares_(std::move(shares)), steps_(steps) {
    shares_.resize(ranks_.size(), 1);
  }

  /// s per step by rank: for its blocks and its background.
  std::vector<double> busy() const;
  /// s per step by rank in which it had nothing to do.
  std::vector<double> idle() const;
  /// s of the processor, of the rank that takes longest to measure and report.
  double measuring() const;
  /// Of busy(): the largest, and largest / mean.
  double slowest() const;
  double imbalance() const;

  /// A message as such costs what short messages took when that was measured, but no more than the
  /// messages of the window took together; what these took besides is the cost of their bytes, 0
  /// where messages between ranks or those between blocks of a rank do not occur. By the rank at
  /// which either is least: one that loses its core for a while should not make messages look
  /// expensive.
  MessageCost message_cost(const std::vector<RankLoad>& machine,
                           const Decomposition& decomposition) const;

  /// Adds blocks, their messages and the background of ranks to what is known of the machine. What
  /// messages between ranks cost is taken out of the work of blocks that send and the background
  /// of ranks that receive, since it depends on where blocks are.
  /// Throws Bug unless every block of the decomposition was measured once, by its owner.
  BalanceProblem problem(BalanceProblem machine, const Decomposition& decomposition) const;

 private:
  std::vector<double> far_messages(const Decomposition& decomposition) const;
  std::vector<LoadReport> ranks_;
  std::vector<double> shares_;
  long steps_;
};

}  // namespace cardon
