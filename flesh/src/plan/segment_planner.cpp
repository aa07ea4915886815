// SPDX-License-Identifier: Apache-2.0
#include "plan/segment_planner.hpp"

#include <algorithm>
#include <cardon/thorn/error.hpp>
#include <numeric>

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

PlanState SegmentPlanner::start(bool fresh) const {
  const std::vector<int> none(input_.links.size(), 0);
  const std::vector<int> right(input_.links.size(), rules_.right_at_start());
  return {0, none, fresh, std::vector<Validity>(tasks_.slots(), Validity(right))};
}

SegmentPlanner::Result SegmentPlanner::plan(const PlanState& state, TaskStream& stream) const {
  Result result;
  if (!stream.has(state.index)) {
    result.finished = true;
    return result;
  }
  ExchangePlanner exchanges(input_, tasks_, rules_, state, stream);
  for (const int link : by_level_) exchanges.settle(link);
  if (state.fresh) check_fresh(exchanges.passes());
  add_exchanges(exchanges, result.segment);
  const int items = length(state.index, exchanges.ahead(), stream);
  add_items(state.index, items, exchanges.passes(), stream, result);
  result.after.ahead = exchanges.ahead();
  for (int& distance : result.after.ahead) distance -= items;
  result.after.valid = exchanges.valid_after(items);
  return result;
}

void SegmentPlanner::add_items(int from, int items, const std::vector<Backward>& passes,
                               TaskStream& stream, Result& result) const {
  int step_start = 0;
  for (int offset = 0; offset < items; ++offset) {
    const int item = stream[from + offset];
    result.segment.operations.push_back(operation(item, offset, passes));
    if (item != TaskStream::step_end) continue;
    ++result.segment.steps;
    step_start = from + offset + 1;
  }
  result.after.index = from + items - step_start;
}

// Items until the next exchange point of any link; without links, until the end of the step.
int SegmentPlanner::length(int from, const std::vector<int>& ahead, TaskStream& stream) const {
  if (!ahead.empty()) return *std::min_element(ahead.begin(), ahead.end());
  int items = 1;
  while (stream[from + items - 1] != TaskStream::step_end) ++items;
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

void SegmentPlanner::add_exchanges(const ExchangePlanner& exchanges, Segment& segment) const {
  for (const int link : exchange_order_) {
    if (exchanges.sent(link).empty()) continue;
    Operation& operation = segment.operations.emplace_back();
    operation.kind = Operation::Kind::exchange;
    operation.link = link;
    for (const auto& [slot, depth] : exchanges.sent(link)) {
      SlotDepth& sent = operation.fields.emplace_back(SlotDepth{tasks_.slot(slot), depth, {}});
      for (const Backward& pass : exchanges.passes()) sent.needs.push_back(pass.need[slot]);
    }
  }
}

Operation SegmentPlanner::operation(int item, int offset,
                                    const std::vector<Backward>& passes) const {
  Operation operation;
  if (item == TaskStream::step_end) {
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
