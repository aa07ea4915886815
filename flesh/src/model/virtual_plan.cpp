// SPDX-License-Identifier: Apache-2.0
#include "model/virtual_plan.hpp"

#include <algorithm>

#include "cardon/thorn/error.hpp"

namespace cardon::model {
namespace {

using Kind = plan::Operation::Kind;

template <class T>
int number_of(std::vector<T>& known, const T& value) {
  const auto found = std::find(known.begin(), known.end(), value);
  if (found != known.end()) return static_cast<int>(found - known.begin());
  known.push_back(value);
  return static_cast<int>(known.size()) - 1;
}

// As BlockExecutor::fusable, for all blocks.
bool fusable(const Program& program, const plan::Operation& compute,
             const plan::Operation& boundary) {
  const Task& writer = program.tasks[static_cast<std::size_t>(compute.task)];
  const Task& filler = program.tasks[static_cast<std::size_t>(boundary.task)];
  if (writer.region != Region::interior) return false;
  for (std::size_t n = 0; n < boundary.growth.size(); ++n)
    if (boundary.growth[n] > compute.growth[n]) return false;
  return std::all_of(filler.fields.begin(), filler.fields.end(), [&](int field) {
    return std::any_of(writer.bindings.begin(), writer.bindings.end(), [&](const Binding& b) {
      return b.writes && b.field == field && b.level == filler.level;
    });
  });
}

// Whether two levels of a field lie in the same array.
bool same_array(const GridFunction& field, int a, int b) {
  if (a == b) return true;
  const int oldest = field.past;
  return field.overwrites && ((a < 0 && b == oldest) || (b < 0 && a == oldest));
}

bool leaves_alone(const Program& program, int task, const std::vector<plan::SlotDepth>& sent) {
  const Task& t = program.tasks[static_cast<std::size_t>(task)];
  return std::none_of(t.bindings.begin(), t.bindings.end(), [&](const Binding& b) {
    return b.writes && std::any_of(sent.begin(), sent.end(), [&](const plan::SlotDepth& s) {
             return s.slot.field == b.field &&
                    same_array(program.fields[static_cast<std::size_t>(b.field)], b.level,
                               s.slot.level);
           });
  });
}

}  // namespace

VirtualPlan::VirtualPlan(const Program& program, const plan::Plan& plan)
    : prologue_steps_(plan.prologue_steps), cycle_steps_(plan.cycle_steps) {
  if (plan.cycle.empty()) throw Bug("a plan without a cycle has no steps to predict");
  for (const plan::Segment& segment : plan.prologue) add(program, segment);
  first_ = static_cast<long>(operations_.size());
  for (const plan::Segment& segment : plan.cycle) add(program, segment);
  calls_.assign(regions_.size(), 0);
  for (std::size_t n = static_cast<std::size_t>(first_); n < operations_.size(); ++n)
    if (operations_[n].kind == Kind::compute)
      ++calls_[static_cast<std::size_t>(operations_[n].region)];
  mark_ahead(program);
}

std::size_t VirtualPlan::index(long n) const {
  const long all = static_cast<long>(operations_.size());
  return static_cast<std::size_t>(n < all ? n : first_ + (n - first_) % (all - first_));
}

long VirtualPlan::batch_end(long n) const { return n + to_batch_end_[index(n)]; }

VirtualOperation VirtualPlan::describe(const plan::Operation& operation) {
  VirtualOperation result{.kind = operation.kind, .task = operation.task};
  if (operation.kind == Kind::compute)
    result.region = number_of(regions_, TaskRegion{operation.task, operation.growth});
  if (operation.kind == Kind::exchange) {
    result.link = operation.link;
    result.pattern = number_of(patterns_, ExchangePattern{operation.link, operation.fields});
  }
  return result;
}

// A batch ends with the segment, and where a step ends.
void VirtualPlan::add(const Program& program, const plan::Segment& segment) {
  const plan::Operation* computed = nullptr;
  std::size_t batch = operations_.size();
  const auto close = [&] {
    for (const std::size_t end = operations_.size(); batch < end; ++batch)
      to_batch_end_.push_back(static_cast<int>(end - batch));
  };
  for (const plan::Operation& operation : segment.operations) {
    VirtualOperation made = describe(operation);
    if (operation.kind == Kind::boundary)
      made.fused = computed != nullptr && fusable(program, *computed, operation);
    if (operation.kind == Kind::compute)
      computed = &operation;
    else if (!made.fused)
      computed = nullptr;
    operations_.push_back(made);
    if (operation.kind == Kind::step_end) close();
  }
  close();
}

void VirtualPlan::mark_ahead(const Program& program) {
  const auto count = static_cast<long>(operations_.size());
  for (long n = 0; n < count; ++n) {
    VirtualOperation& exchange = operations_[static_cast<std::size_t>(n)];
    if (exchange.kind != Kind::exchange || to_batch_end_[static_cast<std::size_t>(n)] < 2) continue;
    const VirtualOperation& next = at(n + 1);
    exchange.ahead = next.kind == Kind::compute &&
                     leaves_alone(program, next.task,
                                  patterns_[static_cast<std::size_t>(exchange.pattern)].fields);
  }
}

}  // namespace cardon::model
