// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/grid/block_order.hpp>
#include <cardon/kit/grid/task_pieces.hpp>
#include <cardon/kit/tiles/segment_shape.hpp>
#include <map>
#include <vector>

#include "simulated_decomposition.hpp"
#include "virtual_costs.hpp"

namespace cardon::model {

class EventSimulator;

/// A block of a virtual run: does what BlockOrder says in virtual time, without fields.
class VirtualBlockScheduler : public BlockOrder<VirtualBlockScheduler, VirtualOperation> {
 public:
  using Progress = double;  ///< when it ended
  /// Everything is referred to. `run` sends its messages, and hands operations to `rank`.
  VirtualBlockScheduler(EventSimulator& run, const SimulatedDecomposition& cut,
                        const VirtualBlock& block, const VirtualCosts& costs);

  const VirtualBlock& block() const { return block_; }
  bool has_priority() const {
    return !intersect(cut_.layout->owned(block_.block), costs_.priority_region).empty();
  }
  /// Steps finished, the initial one not counted; -1: none.
  long steps() const { return steps_; }
  /// Counts the steps that it has finished meanwhile; false: none.
  bool count_steps();
  /// s that the task at a position takes if nothing is pending, with those in its segment.
  double seconds_of(long position) const;

  /// The tiles that follow each other unless something arrives: of the core, or behind it.
  struct Row {
    int tiles = 0;
    double each = 0;  ///< s
  };
  const Row& row() const { return core_.tiles > 0 ? core_ : shell_; }
  /// How many tiles the next call of advance() computes, if it computes.
  void take_together(int tiles) { together_ = tiles; }

  /// A part of a message of an exchange has arrived. Returns when it is taken in, and unpacked if
  /// it was the last one.
  double take(int link, long exchange, double time);

  // For BlockOrder.
  const VirtualOperation& operation(long position) const { return block_.plan->at(position); }
  long end() const;
  bool overlap() const { return costs_.overlap; }
  int links() const { return int(exchanges_.size()); }
  int wide_link(int link) const { return block_.links[std::size_t(link) - 1]; }
  bool is_pending(int link) const { return at(link).pending; }
  bool moves_data(int link) const { return at(link).moves_data; }
  bool moves_nothing(int link) const { return link == 0 && !cut_.layout->exchanges_in_sites(); }
  bool makes_segments() const { return costs_.tiles; }
  bool joins(long position) const;
  long segment_limit(long task) const;
  bool fits(long task, long end) const { return segment(task, end).shape.facts.fits; }
  bool leaves_alone(long exchange, long) const { return operation(exchange).ahead; }
  bool fuses(long, long boundary) const { return block_.fused[block_.plan->index(boundary)]; }
  bool core_left() const { return core_.tiles > 0; }
  bool done() const { return core_.tiles == 0 && shell_.tiles == 0; }
  double begin(long task, long end, bool postponed, double start, int min_tiles);
  double begin_segment(long task, long end, double start, int min_tiles);
  double compute_tile(double start);
  double start_exchange(const VirtualOperation& exchange, double start);
  double fill_boundary(long, double start) { return start; }
  double rotate(long, double start) { return start; }
  double end_step(long, double start) { return start; }

 private:
  struct Exchange {  // on a link of its plan
    bool pending = false;
    bool moves_data = false;
    long started = 0;      // exchanges, of which the last is the current one
    std::vector<int> got;  // arrivals by number of the exchange
    int expected = 0;
    double unpack = 0;
  };
  const Exchange& at(int link) const { return exchanges_[std::size_t(link)]; }
  /// Operations of the plan that are executed as one.
  struct Segment {
    SegmentShape shape;
    std::vector<double> relative;  // s per point by instance on a rank of usual speed; what
                                   // calls and faces cost is shared among the points
  };
  const Segment& segment(long task, long end) const;
  double task_seconds(long position) const;
  double seconds_on(int task, const Box& region) const;
  double complete(Exchange& exchange, double time);
  int max_planes(int task, bool fills_faces) const;

  EventSimulator& run_;
  const SimulatedDecomposition& cut_;
  const VirtualBlock& block_;
  const VirtualCosts& costs_;
  std::vector<Exchange> exchanges_;  // by link of the plan
  mutable std::map<std::pair<std::size_t, long>, Segment>
      segments_;  // by place in the plan, and length
  Row core_, shell_;
  int together_ = 1;
  long steps_ = -1;
};

}  // namespace cardon::model
