// SPDX-License-Identifier: Apache-2.0
#include "plan/plan.hpp"

#include <algorithm>
#include <utility>

#include "plan/planner.hpp"

namespace cardon::plan {
namespace {

long steps_in(const std::vector<Segment>& segments) {
  long steps = 0;
  for (const Segment& segment : segments) steps += segment.steps;
  return steps;
}

}  // namespace

Plan make_plan(const PlanInput& input, const CyclicSequence& sequence) {
  Plan plan;
  plan.input = input;
  Planner planner(input, sequence);
  Planner::Cursor cursor = planner.start();
  std::vector<Planner::Cursor> visited{cursor};
  while (const Segment* segment = planner.next(cursor)) {
    plan.prologue.push_back(*segment);
    const auto before = std::find_if(visited.begin(), visited.end(), [&](const auto& other) {
      return Planner::same_state(other, cursor) &&
             sequence.phase(other.step()) == sequence.phase(cursor.step());
    });
    if (before != visited.end()) {
      const auto first = plan.prologue.begin() + (before - visited.begin());
      plan.cycle.assign(std::make_move_iterator(first), std::make_move_iterator(plan.prologue.end()));
      plan.prologue.erase(first, plan.prologue.end());
      break;
    }
    visited.push_back(cursor);
  }
  plan.prologue_steps = steps_in(plan.prologue);
  plan.cycle_steps = steps_in(plan.cycle);
  return plan;
}

}  // namespace cardon::plan
