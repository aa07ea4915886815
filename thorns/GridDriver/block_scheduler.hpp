// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/grid/block_executor.hpp>
#include <list>
#include <vector>

#include "block_exchange.hpp"
#include "operation_queue.hpp"

namespace cardon::grid_driver {

/// One block on its way along the plan. It continues whenever what it needs is there: at an
/// exchange it sends at once, then computes what does not depend on it, then waits.
class BlockScheduler {
 public:
  /// Everything is referred to and must outlive this.
  BlockScheduler(const DriverSetup& setup, const Layout& layout, int block, int depth, bool overlap,
                 Timings& timings, RankComm& comm, const OperationQueue& queue);

  /// What advance() did.
  struct Progress {
    double now = 0;   ///< when it ended
    int task = -1;    ///< the task computed; -1: none
    long points = 0;  ///< computed
  };
  /// What the next call of advance() would do.
  enum class Next { nothing, wait, exchange, compute };
  Next next() const;
  /// Does a piece of the work: an exchange, a tile of a task, a boundary.
  Progress advance(double start, int min_tiles);
  /// Takes in what has arrived.
  void take_arrivals();

  /// Begins new streams of messages, for which it may have other codecs. With everything done
  /// and nothing on its way.
  void restart(bool overlap);

  BlockExecutor& executor() { return executor_; }
  /// Number of the operation it is at.
  long position() const { return position_; }
  /// A task has begun, and is not done.
  bool computing() const { return computing_; }
  bool pending() const;
  /// The link, as in Timings, that it waits for; a wide one if there are several.
  int waits_for() const;
  /// The last exchange over a wide link sent or received something.
  bool feeds_wide_link() const;
  /// Points of the task at which it stands; 0 if that is no task.
  long points_ahead() const;
  int task_ahead() const;

 private:
  const plan::Operation& operation(long number) const { return *queue_.at(number).operation; }
  GrownTask grown(const plan::Operation& operation) const;
  Pending pending_sides() const;
  bool may_exchange(int link) const;
  bool may_compute_ahead() const;
  void start_exchange(const plan::Operation& operation);
  Progress go_on(double start);
  void begin_task(int min_tiles);
  void show(const Look& look) const;
  BlockExchange& exchange(int link);

  const DriverSetup& setup_;
  const Layout& layout_;
  const OperationQueue& queue_;
  RankComm& comm_;
  int block_;
  bool overlap_;  // compute before what was sent has arrived
  BlockExecutor executor_;
  ExchangePatterns patterns_;
  std::vector<int> links_;              // of the plan, as in Timings
  std::list<BlockExchange> exchanges_;  // by link of the plan
  bool computing_ = false;
  const plan::Operation* postponed_ = nullptr;  // an exchange before the running task
  long position_ = 0;
  std::vector<GrownTask> boundaries_;
};

}  // namespace cardon::grid_driver
