// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/balancing/balance_problem.hpp>
#include <cardon/services/decomposition.hpp>
#include <vector>

#include "load_report.hpp"

namespace cardon {

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

  /// What a byte of a message between ranks costs at each end more than one between blocks of a
  /// rank, in s on a rank of speed 1; 0 where one of the two kinds does not occur. By the rank at
  /// which it is least: one that loses its core for a while should not make messages look
  /// expensive.
  double packing_seconds(const std::vector<RankLoad>& machine) const;

  /// Adds blocks, their messages and the background of ranks to what is known of the machine. What
  /// messages between ranks cost (packing_seconds) is taken out of the work of blocks that send and
  /// the background of ranks that receive, since it depends on where blocks are.
  /// Throws Bug unless every block of the decomposition was measured once, by its owner.
  BalanceProblem problem(BalanceProblem machine, const Decomposition& decomposition) const;

 private:
  std::vector<LoadReport> ranks_;
  std::vector<double> shares_;
  long steps_;
};

}  // namespace cardon
