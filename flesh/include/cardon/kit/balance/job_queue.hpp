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

  /// Units of the jobs that wait.
  double length() const { return length_; }
  /// Gives away jobs of at most so many units together, in the order of RankView::choice; returns
  /// the units. Without a choice the newest ones, up to the first that is too large.
  double give(int rank, double units);

 private:
  double give_chosen(int rank, double units);
  std::shared_ptr<MigrantChoice> choice_;
  std::vector<RankBlock> jobs_;  // the newest last
  double unit_, length_ = 0;
  BalanceChannel& channel_;
};

}  // namespace cardon
