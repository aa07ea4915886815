// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "plan/flat_tasks.hpp"
#include "plan/link_planner.hpp"
#include "plan/plan_input.hpp"
#include "plan/segment.hpp"
#include "plan/tape.hpp"

namespace cardon::plan {

/// All that the past says about the future: where in a step the run stands, and how far ahead each
/// link's next exchange has been settled.
struct PlanState {
  int index = 0;           ///< items of the current step already done
  std::vector<int> ahead;  ///< per link: items until its next exchange point; 0: it exchanges here
  bool fresh = false;      ///< nothing has been computed yet, so nothing can be sent
  auto operator<=>(const PlanState&) const = default;
};

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
  /// The next segment from `state`. The first step on `tape` is the one in which the state stands.
  /// Throws Bug where the schedule reads what was never written.
  Result plan(const PlanState& state, Tape& tape) const;

 private:
  using Backward = LinkPlanner::Backward;
  void settle_exchanges(int from, std::vector<int>& ahead, Tape& tape) const;
  int length(int from, const std::vector<int>& ahead, Tape& tape) const;
  void check_fresh(const std::vector<Backward>& passes) const;
  void add_exchanges(const PlanState& state, const std::vector<Backward>& passes,
                     Segment& segment) const;
  Operation exchange(int link, const std::vector<Backward>& passes) const;
  Operation operation(int item, int offset, const std::vector<Backward>& passes) const;
  LinkPlanner planner(int link, Tape& tape) const {
    return {tasks_, link, input_.links[link].depth, rules_, tape};
  }

  const PlanInput& input_;
  const Rules& rules_;
  FlatTasks tasks_;
  std::vector<int> by_level_;        // links, highest level first
  std::vector<int> exchange_order_;  // links in the order in which they exchange at one point
};

}  // namespace cardon::plan
