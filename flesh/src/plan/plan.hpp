// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/plan/cyclic_plan.hpp>

#include "plan/cyclic_sequence.hpp"
#include "plan/plan_input.hpp"

namespace cardon::plan {

/// A whole plan with what it was made from, for people.
struct Plan : CyclicPlan {
  PlanInput input;
};

/// Walks `sequence` until it ends or the planner's state repeats. Throws what Planner throws.
Plan make_plan(const PlanInput& input, const CyclicSequence& sequence);

}  // namespace cardon::plan
