// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/grid/block_order.hpp>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "plain_event_simulator.hpp"

namespace cardon::unigrid {

/// A rank of a virtual run: does what UnigridDriver does with its block, in the order of
/// BlockOrder, which the test of the order compares with the driver's.
class VirtualRank : public BlockOrder<VirtualRank, plan::Operation> {
 public:
  using Progress = double;  ///< s at which it ended
  VirtualRank(PlainEventSimulator& run, int rank);

  /// Goes on until it has finished a step, or needs a message that has not left yet. False: it
  /// could do nothing.
  bool run_to(long step);
  /// Steps finished; -1: none.
  long steps() const { return long(finished_.size()) - 1; }
  double finished(long step) const { return finished_.at(std::size_t(step)); }
  double now() const { return now_; }
  void wait_until(double time) { now_ = std::max(now_, time); }

  /// s that it has spent so far.
  struct Shares {
    double compute = 0;   ///< computing
    double exchange = 0;  ///< packing and unpacking
  };
  const Shares& shares() const { return shares_; }
  /// Points that it computes in a cycle of the plan.
  struct Work {
    double all = 0;    ///< with those of others
    double owned = 0;  ///< its own
  };
  Work work() const;
  /// Time per point relative to the mean rank.
  double factor() const { return factor_; }

  /// Is told what the rank does, for tests.
  struct Observer {
    std::function<void(int task, long points)> computes;  ///< a part of a task
    std::function<void(long messages, long values)> sends;
    std::function<void()> waits;  ///< for all messages of an exchange
  };
  void observe(Observer observer) { observer_ = std::move(observer); }

  // For BlockOrder.
  const plan::Operation& operation(long position) const {
    return setup().operations[setup().index(position)];
  }
  long end() const { return std::numeric_limits<long>::max(); }
  bool overlap() const { return run_.overlap(); }
  int links() const { return 1; }
  bool is_pending(int) const { return pending_; }
  bool moves_data(int) const { return pending_; }
  bool moves_nothing(int) const { return !setup().layout->exchanges_in_sites(); }
  bool leaves_alone(long, long) const { return false; }
  bool fuses(long task, long boundary) const;
  bool core_left() const { return !core_.parts.empty(); }
  bool done() const { return core_.parts.empty() && shell_.parts.empty(); }
  bool makes_segments() const { return setup().tiles; }
  bool joins(long position) const;
  long segment_limit(long task) const { return task + long(setup().operations.size()); }
  bool fits(long task, long end) const { return segment(task, end).facts.fits; }
  double begin(long task, long end, bool postponed, double start, int min_tiles);
  double begin_segment(long task, long end, double start, int min_tiles);
  double compute_tile(double start);
  double start_exchange(const plan::Operation& exchange, double start);
  double fill_boundary(long, double start) { return start; }
  double rotate(long, double start) { return start; }
  double end_step(long, double start);

 private:
  /// What is computed before messages have arrived, or behind.
  struct Part {
    double seconds = 0;
    std::vector<std::pair<int, long>> parts;  // tasks and points
    void add(int task, long points, double per_point);
  };
  /// An exchange of certain fields.
  struct Pattern {
    std::vector<std::pair<int, long>> sends;  // ranks and values
    int expected = 0;                         // messages
    long values = 0;                          // that they hold
  };
  const VirtualSetup& setup() const { return run_.setup(); }
  Box region(const plan::Operation& operation) const;
  GrownTask grown(const plan::Operation& operation) const;
  double seconds_per_point(int task, const Box& region) const;
  const SegmentShape& segment(long task, long end) const;
  const Pattern& pattern(const plan::Operation& exchange);
  bool must_wait() const;
  bool receive();

  PlainEventSimulator& run_;
  int rank_;
  double factor_;
  double now_ = 0;
  Shares shares_;
  std::vector<double> finished_;
  bool pending_ = false;
  long exchanges_ = 0;             // started
  const Pattern* last_ = nullptr;  // of the last of them
  Part core_, shell_;
  long segment_steps_ = 0;  // that end in the running segment
  std::map<const plan::Operation*, Pattern> patterns_;
  mutable std::map<std::pair<std::size_t, long>, SegmentShape> segments_;  // by place and length
  Observer observer_;
};

}  // namespace cardon::unigrid
