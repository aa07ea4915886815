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
  /// `ranks`: by rank; `steps`: between the two.
  LoadDatabase(std::vector<LoadReport> ranks, long steps)
      : ranks_(std::move(ranks)), steps_(steps) {}

  /// s per step by rank: for its blocks and its background.
  std::vector<double> busy() const;
  /// s per step by rank in which it had nothing to do.
  std::vector<double> idle() const;
  /// Of busy(): the largest, and largest / mean.
  double slowest() const;
  double imbalance() const;

  /// Adds blocks, their messages and the background of ranks to what is known of the machine.
  /// Throws Bug unless every block of the decomposition was measured once, by its owner.
  BalanceProblem problem(BalanceProblem machine, const Decomposition& decomposition) const;

 private:
  std::vector<LoadReport> ranks_;
  long steps_;
};

}  // namespace cardon
