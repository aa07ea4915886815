// SPDX-License-Identifier: Apache-2.0
#include "plan/segment_planner.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include "cardon/error.hpp"

namespace cardon::plan {
namespace {

std::vector<int> sorted_links(const std::vector<Link>& links, auto comes_first) {
  std::vector<int> order(links.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](int a, int b) { return comes_first(links[a].level, links[b].level); });
  return order;
}

}  // namespace

SegmentPlanner::SegmentPlanner(const PlanInput& input, const Rules& rules)
    : input_(input), rules_(rules), tasks_(input, rules) {
  check_depths(input, rules);
  by_level_ = sorted_links(input.links, std::greater<int>{});
  exchange_order_ =
      sorted_links(input.links, [&](int a, int b) { return rules.comes_first(a, b); });
}

SegmentPlanner::Result SegmentPlanner::plan(const PlanState& state, Tape& tape) const {
  Result result;
  const int from = state.index;
  if (!tape.has(from)) {
    result.finished = true;
    return result;
  }
  std::vector<int> ahead = state.ahead;
  settle_exchanges(from, ahead, tape);
  std::vector<Backward> passes;
  for (int link = 0; link < static_cast<int>(ahead.size()); ++link) {
    passes.push_back(planner(link, tape).backward(from, from + ahead[link]));
  }
  if (state.fresh) check_fresh(passes);

  add_exchanges(state, passes, result.segment);
  const int items = length(from, ahead, tape);
  int step_start = 0;
  for (int offset = 0; offset < items; ++offset) {
    result.segment.operations.push_back(operation(tape[from + offset], offset, passes));
    if (tape[from + offset] != Tape::step_end) continue;
    ++result.segment.steps;
    step_start = from + offset + 1;
  }
  for (int& distance : ahead) distance -= items;
  result.after = {from + items - step_start, ahead, false};
  return result;
}

// For every link that exchanges at `from`, finds its next exchange point; higher levels first, for
// theirs are forced on the lower ones.
void SegmentPlanner::settle_exchanges(int from, std::vector<int>& ahead, Tape& tape) const {
  for (const int link : by_level_) {
    if (ahead[link] > 0) continue;
    int limit = std::numeric_limits<int>::max();
    for (const int other : by_level_) {
      const bool forced = rules_.forces(input_.links[other].level, input_.links[link].level);
      if (forced) limit = std::min(limit, from + ahead[other]);
    }
    ahead[link] = planner(link, tape).next_exchange(from, limit) - from;
  }
}

// Items until the next exchange point of any link; without links, until the end of the step.
int SegmentPlanner::length(int from, const std::vector<int>& ahead, Tape& tape) const {
  if (!ahead.empty()) return *std::min_element(ahead.begin(), ahead.end());
  int items = 1;
  while (tape[from + items - 1] != Tape::step_end) ++items;
  return items;
}

void SegmentPlanner::check_fresh(const std::vector<Backward>& passes) const {
  for (const Backward& pass : passes) {
    for (int slot = 0; slot < tasks_.slots(); ++slot) {
      if (pass.need[slot] == 0) continue;
      throw Bug("planner: " + input_.fields[tasks_.slot(slot).field] +
                " is read with neighbours before any task has written it");
    }
  }
}

void SegmentPlanner::add_exchanges(const PlanState& state, const std::vector<Backward>& passes,
                                   Segment& segment) const {
  for (const int link : exchange_order_) {
    if (state.ahead[link] > 0) continue;
    Operation operation = exchange(link, passes);
    if (!operation.fields.empty()) segment.operations.push_back(std::move(operation));
  }
}

Operation SegmentPlanner::exchange(int link, const std::vector<Backward>& passes) const {
  Operation operation;
  operation.kind = Operation::Kind::exchange;
  operation.link = link;
  for (int slot = 0; slot < tasks_.slots(); ++slot) {
    const int depth = rules_.sent(passes[link].need[slot], input_.links[link].depth);
    if (depth == 0) continue;
    SlotDepth& sent = operation.fields.emplace_back(SlotDepth{tasks_.slot(slot), depth, {}});
    for (const Backward& pass : passes) sent.needs.push_back(pass.need[slot]);
  }
  return operation;
}

Operation SegmentPlanner::operation(int item, int offset,
                                    const std::vector<Backward>& passes) const {
  Operation operation;
  if (item == Tape::step_end) {
    operation.kind = Operation::Kind::step_end;
    return operation;
  }
  const TaskDecl& task = input_.tasks[item];
  operation.task = item;
  operation.kind = task.rotate    ? Operation::Kind::rotate
                   : task.partial ? Operation::Kind::boundary
                                  : Operation::Kind::compute;
  if (task.rotate) return operation;
  for (const Backward& pass : passes) operation.growth.push_back(pass.growth[offset]);
  return operation;
}

}  // namespace cardon::plan
