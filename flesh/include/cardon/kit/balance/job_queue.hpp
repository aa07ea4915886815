// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/balancing/balance_agent.hpp>
#include <vector>

namespace cardon {

/// The jobs that wait on a rank during one call of its agent, in units of a usual job.
class JobQueue {
 public:
  /// `unit`: work of a usual job.
  JobQueue(const RankView& own, double unit, BalanceChannel& channel);

  double length() const { return length_; }
  /// Gives away the newest jobs, of at most so many units together; returns the units.
  double give(int rank, double units);

 private:
  std::vector<RankBlock> jobs_;  // the newest last
  double unit_, length_ = 0;
  BalanceChannel& channel_;
};

}  // namespace cardon
