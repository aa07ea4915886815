// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "plan/rules.hpp"
#include "plan/segment_planner.hpp"

namespace cardon::plan {

/// The online planner: walks a sequence and tells, segment by segment, what every block does.
/// Segments are made once and remembered by the state of the walk and the steps that were looked
/// at, so that in the steady state a call is a look-up without any allocation. Several walks (one
/// per block) may share one planner; a planner is not for several threads.
class Planner {
  struct State;

 public:
  /// Where a walk stands; small, freely copied.
  class Cursor {
   public:
    long step() const { return step_; }  ///< the step in which the next segment begins
   private:
    friend class Planner;
    long step_ = 0;
    State* state_ = nullptr;
  };

  /// `sequence` and `rules` must outlive the planner. Throws Error (grid/ghost-zones) where a ghost
  /// depth is smaller than the radius of some task.
  Planner(PlanInput input, const Sequence& sequence, const Rules& rules = default_rules());
  ~Planner();
  Planner(const Planner&) = delete;
  Planner& operator=(const Planner&) = delete;

  const PlanInput& input() const { return input_; }

  /// A walk from step 0, before which no field holds anything.
  Cursor start();
  /// A walk from the beginning of `step` with all owned points correct and all ghosts unknown:
  /// after a restart, or after a change of depth.
  Cursor resume(long step);
  /// The segment at the cursor, which moves behind it; nullptr at the end of the run. The segment
  /// lives as long as the planner. Throws Bug where the sequence reads neighbours of what was never
  /// written.
  const Segment* next(Cursor& cursor);
  /// Whether two walks stand in the same state, that is, do the same from here on if the same steps
  /// follow.
  static bool same_state(const Cursor& a, const Cursor& b) { return a.state_ == b.state_; }

 private:
  struct Known;
  struct Node;
  static const Rules& default_rules();
  Cursor cursor(long step, bool fresh);
  State& state(const PlanState& key);
  const Known& known(const Cursor& cursor);
  const Known& make(const Cursor& cursor);

  PlanInput input_;
  const Sequence& sequence_;
  SegmentPlanner segments_;
  std::map<PlanState, std::unique_ptr<State>> states_;
};

}  // namespace cardon::plan
