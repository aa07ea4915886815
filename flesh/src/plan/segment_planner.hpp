// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/plan/segment.hpp>
#include <vector>

#include "plan/exchange_planner.hpp"
#include "plan/flat_tasks.hpp"
#include "plan/plan_input.hpp"
#include "plan/plan_state.hpp"
#include "plan/task_stream.hpp"

namespace cardon::plan {

/// Plans one segment at a time; a pure function of a state and the tasks that follow.
class SegmentPlanner {
 public:
  /// Both arguments must outlive the object. Throws Error where a ghost depth is too small for some
  /// task.
  SegmentPlanner(const PlanInput& input, const Rules& rules);

  struct Result {
    Segment segment;
    PlanState after;
    bool finished = false;  ///< the run had already ended, the segment is empty
  };
  /// The state at the beginning of a step of which nothing is known but that the owned points are
  /// right, or, `fresh`, that nothing has been computed yet.
  PlanState start(bool fresh) const;
  /// The next segment from `state`. The first step on `stream` is the one in which the state
  /// stands. Throws Bug where the schedule reads what was never written.
  Result plan(const PlanState& state, TaskStream& stream) const;

 private:
  using Backward = LinkPlanner::Backward;
  int length(int from, const std::vector<int>& ahead, TaskStream& stream) const;
  void check_fresh(const std::vector<Backward>& passes) const;
  void add_exchanges(const ExchangePlanner& exchanges, Segment& segment) const;
  void add_items(int from, int items, const std::vector<Backward>& passes, TaskStream& stream,
                 Result& result) const;
  Operation operation(int item, int offset, const std::vector<Backward>& passes) const;

  const PlanInput& input_;
  const Rules& rules_;
  FlatTasks tasks_;
  std::vector<int> by_level_;        // links, highest level first
  std::vector<int> exchange_order_;  // links in the order in which they exchange at one point
};

}  // namespace cardon::plan
