// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/grid/block_executor.hpp>
#include <cardon/kit/grid/block_order.hpp>
#include <cardon/services/block_migration.hpp>
#include <cardon/services/field_access.hpp>
#include <deque>
#include <vector>

#include "block_exchange.hpp"
#include "block_segment.hpp"
#include "operation_queue.hpp"

namespace cardon::grid_driver {

/// One block of this rank: does what BlockOrder says, on its fields.
class BlockScheduler : public BlockOrder<BlockScheduler, plan::Operation> {
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
  /// As BlockExchange::prepare, of an exchange between blocks.
  MessageSizes prepare(const plan::Operation& exchange) {
    return exchanges_.front().prepare(exchange);
  }
  /// Takes in what has arrived.
  void take_arrivals();
  /// Begins new streams of messages, for which it may have other codecs. With everything done
  /// and nothing on its way.
  void restart(bool overlap);

  BlockExecutor& executor() { return executor_; }
  const BlockExecutor& executor() const { return executor_; }
  /// The link, as in Timings, that it waits for; a wide one if there are several.
  int waits_for() const;
  /// The rank whose message is missing first; -1: none is.
  int awaited_rank() const;
  /// s that the rank has spent on it.
  double& account() { return seconds_; }
  /// As BlockMigration::measure_when_current.
  BlockMeasure take_measure();
  /// As FieldAccess::visit_when_current, if it owns points.
  using Look = std::function<void(const FieldAccess::BlockView&)>;
  void show(const Look& look);
  /// Points that the task at a position computes.
  long points_of(long position) const;
  BlockSegment& segment() { return segment_; }
  const BlockSegment& segment() const { return segment_; }
  /// The operations from one position to another, without exchanges.
  BlockSegment::Operations operations(long begin, long end) const;

  // For BlockOrder.
  const plan::Operation& operation(long position) const { return *queue_.at(position).operation; }
  long end() const { return queue_.end(); }
  bool overlap() const { return overlap_; }
  int links() const { return int(exchanges_.size()); }
  bool is_pending(int link) const { return exchange(link).pending(); }
  bool moves_data(int link) const { return exchange(link).moves_data(); }
  bool moves_nothing(int link) const { return link == 0 && alone_; }
  int wide_link(int link) const { return links_[std::size_t(link)] - 1; }
  bool has_priority() const { return has_priority_; }
  bool makes_segments() const { return segment_.possible(); }
  bool joins(long position) const;
  long segment_limit(long task) const;
  bool fits(long task, long end) const { return segment_.fits(operations(task, end)); }
  bool leaves_alone(long exchange, long task) const;
  bool fuses(long task, long boundary) const;
  bool core_left() const {
    return segment_.running() ? segment_.core_left() : executor_.core_left();
  }
  bool done() const { return !segment_.running() && executor_.done(); }
  Progress begin(long task, long end, bool postponed, double start, int min_tiles);
  Progress begin_segment(long task, long end, double start, int min_tiles);
  Progress compute_tile(double start);
  Progress start_exchange(const plan::Operation& exchange, double start);
  Progress fill_boundary(long position, double start);
  Progress rotate(long position, double start);
  Progress end_step(long position, double start);

 private:
  GrownTask grown(long position) const;
  const BlockExchange& exchange(int link) const { return exchanges_[std::size_t(link)]; }

  const DriverSetup& setup_;
  const Layout& layout_;
  const OperationQueue& queue_;
  RankComm& comm_;
  int block_;
  bool alone_;         // its site has no other block
  bool has_priority_;  // lies in driver.priority_region
  bool overlap_;       // compute before what was sent has arrived
  BlockExecutor executor_;
  mutable BlockSegment segment_;  // remembers the segments that it is asked about
  ExchangePatterns patterns_;
  std::vector<int> links_;               // of the plan, as in Timings
  std::deque<BlockExchange> exchanges_;  // by link of the plan
  std::vector<GrownTask> boundaries_;
  double seconds_ = 0;  // account, since it was measured
};

}  // namespace cardon::grid_driver
