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

bool ends_step(const Segment& segment) {
  return segment.operations.back().kind == Operation::Kind::step_end;
}

std::ptrdiff_t exchanges(const Segment& segment) {
  return std::count_if(segment.operations.begin(), segment.operations.end(),
                       [](const Operation& o) { return o.kind == Operation::Kind::exchange; });
}

// A cycle may be entered anywhere. People like it to begin with a step, and there with the exchange
// on most links.
void turn_cycle(Plan& plan) {
  std::vector<Segment>& cycle = plan.cycle;
  std::size_t best = 0;
  std::ptrdiff_t max_exchanges = -1;
  for (std::size_t i = 0; i < cycle.size(); ++i) {
    const Segment& before = i > 0 ? cycle[i - 1] : cycle.back();
    if (!ends_step(before) || exchanges(cycle[i]) <= max_exchanges) continue;
    best = i;
    max_exchanges = exchanges(cycle[i]);
  }
  plan.prologue.insert(plan.prologue.end(), cycle.begin(), cycle.begin() + best);
  std::rotate(cycle.begin(), cycle.begin() + best, cycle.end());
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
      plan.cycle.assign(std::make_move_iterator(first),
                        std::make_move_iterator(plan.prologue.end()));
      plan.prologue.erase(first, plan.prologue.end());
      break;
    }
    visited.push_back(cursor);
  }
  turn_cycle(plan);
  plan.prologue_steps = steps_in(plan.prologue);
  plan.cycle_steps = steps_in(plan.cycle);
  return plan;
}

}  // namespace cardon::plan
