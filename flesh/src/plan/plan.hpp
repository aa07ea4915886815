// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "plan/cyclic_sequence.hpp"
#include "plan/plan_input.hpp"
#include "plan/segment.hpp"

namespace cardon::plan {

/// A whole plan, for people and for estimates: some segments once, then a cycle of segments over
/// and over.
struct Plan {
  PlanInput input;
  std::vector<Segment> prologue;
  std::vector<Segment> cycle;  ///< empty where the sequence ends
  long prologue_steps = 0;     ///< steps that end in the prologue
  long cycle_steps = 0;        ///< steps that end in one turn of the cycle: the period
};

/// Walks `sequence` until it ends or the planner's state repeats. Throws what Planner throws.
Plan make_plan(const PlanInput& input, const CyclicSequence& sequence);

}  // namespace cardon::plan
