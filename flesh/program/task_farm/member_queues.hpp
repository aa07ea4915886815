// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/balancer.hpp>
#include <deque>
#include <memory>
#include <vector>

namespace cardon {

/// Members that wait for workers (or, one level above, for sites): in one queue from which all take
/// them, or, with a balancer of jobs, in a queue of each worker. Then the balancer plans which
/// members change their queue whenever one has run dry.
class MemberQueues {
 public:
  /// `balancer`: null: one queue for all.
  explicit MemberQueues(std::shared_ptr<Balancer> balancer = nullptr)
      : balancer_(std::move(balancer)), queues_(1) {}

  /// Workers are numbered from 0; those of speed 0 are not there. What waits for them goes to
  /// others.
  void set_workers(std::vector<double> speeds);
  /// `first`: they come before those that wait.
  void add(const std::vector<int>& members, bool first = false);
  /// At most `count` members for a worker.
  std::vector<int> take(int worker, long count);
  long waiting() const;
  long moved() const { return moved_; }  ///< members that changed their queue so far

 private:
  std::deque<int>& shortest();
  bool there(std::size_t worker) const { return worker < speeds_.size() && speeds_[worker] > 0; }
  void plan();

  std::shared_ptr<Balancer> balancer_;
  std::vector<double> speeds_;
  std::vector<std::deque<int>> queues_;
  long moved_ = 0;
};

}  // namespace cardon
