// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cardon/plan/cyclic_plan.hpp>
#include <cardon/plan/link_cost.hpp>
#include <cardon/services/program.hpp>

namespace cardon {
namespace {

constexpr int wide = 1;  // index of the link in the plan

// The steady state with one wide link.
plan::CyclicPlan plan_link(const Program& program, int axis, int depth) {
  const int radius = *std::max_element(program.grid.radius.begin(), program.grid.radius.end());
  return cyclic_plan(program, {{.name = "intra", .depth = radius, .level = 0, .axis = -1},
                               {.name = "wide", .depth = depth, .level = 1, .axis = axis}});
}

double exchanges_in_cycle(const plan::CyclicPlan& plan) {
  double count = 0;
  for (const plan::Segment& segment : plan.cycle)
    for (const plan::Operation& operation : segment.operations)
      count += operation.kind == plan::Operation::Kind::exchange && operation.link == wide;
  return count;
}

double steps_per_exchange(const plan::CyclicPlan& plan) {
  const double exchanges = exchanges_in_cycle(plan);
  return exchanges > 0 ? double(plan.cycle_steps) / exchanges : 0;
}

}  // namespace

LinkCost link_cost(const Program& program, int axis, int depth) {
  const plan::CyclicPlan plan = plan_link(program, axis, depth);
  LinkCost cost;
  cost.steps_per_exchange = steps_per_exchange(plan);
  cost.layers.assign(std::size_t(depth), 0);
  double calls = 0;
  for (const plan::Segment& segment : plan.cycle)
    for (const plan::Operation& operation : segment.operations) {
      if (operation.kind == plan::Operation::Kind::exchange && operation.link == wide)
        for (const plan::SlotDepth& field : operation.fields) cost.values += field.depth;
      if (operation.kind != plan::Operation::Kind::compute) continue;
      calls += 1;
      for (int layer = 0; layer < operation.growth[wide]; ++layer)
        cost.layers[std::size_t(layer)] += 1;
    }
  if (plan.cycle_steps > 0) cost.values /= double(plan.cycle_steps);
  for (double& layer : cost.layers) layer /= std::max(calls, 1.0);
  return cost;
}

// Steps between exchanges never fall with the depth; deeper plans take longer to make.
int depth_for_steps(const Program& program, int axis, int steps) {
  const auto d = std::size_t(axis);
  const auto is_enough = [&](int depth) {
    const double reached = steps_per_exchange(plan_link(program, axis, depth));
    return reached == 0 || reached >= steps;
  };
  const int radius = std::max(1, program.grid.radius[d]);
  const int max_depth = std::max(radius, program.grid.points[d]);
  int too_little = radius - 1, depth = radius;
  for (; depth < max_depth && !is_enough(depth); depth = std::min(2 * depth, max_depth))
    too_little = depth;
  while (depth - too_little > 1) {
    const int middle = (too_little + depth) / 2;
    (is_enough(middle) ? depth : too_little) = middle;
  }
  return depth;
}

}  // namespace cardon
