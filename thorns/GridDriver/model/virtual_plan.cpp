// SPDX-License-Identifier: Apache-2.0
#include "virtual_plan.hpp"

#include <algorithm>
#include <cardon/kit/grid/task_pieces.hpp>
#include <cardon/thorn/error.hpp>

namespace cardon::model {
namespace {

using Kind = plan::Operation::Kind;

template <class T>
int number_of(std::vector<T>& known, const T& value) {
  const auto found = std::find(known.begin(), known.end(), value);
  if (found != known.end()) return int(found - known.begin());
  known.push_back(value);
  return int(known.size()) - 1;
}

}  // namespace

VirtualPlan::VirtualPlan(const Program& program, const plan::CyclicPlan& plan)
    : prologue_steps_(plan.prologue_steps), cycle_steps_(plan.cycle_steps) {
  if (plan.cycle.empty()) throw Bug("a plan without a cycle has no steps to predict");
  for (const plan::Segment& segment : plan.prologue) add(segment);
  first_ = long(operations_.size());
  first_end_ = step_ends_.size();
  for (const plan::Segment& segment : plan.cycle) add(segment);
  if (first_ == long(operations_.size())) add_idle_cycle();
  calls_.assign(regions_.size(), 0);
  for (std::size_t n = std::size_t(first_); n < operations_.size(); ++n)
    if (operations_[n].kind == Kind::compute) ++calls_[std::size_t(operations_[n].region)];
  mark_ahead(program);
}

std::size_t VirtualPlan::index(long n) const {
  const long all = long(operations_.size());
  return std::size_t(n < all ? n : first_ + (n - first_) % (all - first_));
}

long VirtualPlan::batch_end(long n) const { return n + to_batch_end_[index(n)]; }

long VirtualPlan::end_of_step(long step) const {
  const auto n = std::size_t(step);
  if (n < first_end_) return step_ends_[n];
  const std::size_t cycle = step_ends_.size() - first_end_, behind = n - first_end_;
  const long cycles = long(behind / cycle);
  return step_ends_[first_end_ + behind % cycle] + cycles * (long(operations_.size()) - first_);
}

// Steps in which nothing is done come to an end by an operation that does nothing.
void VirtualPlan::add_idle_cycle() {
  operations_.push_back({.kind = Kind::step_end, .ends_step = true});
  to_batch_end_.push_back(1);
  for (std::size_t n = first_end_; n < step_ends_.size(); ++n)
    step_ends_[n] = long(operations_.size());
}

VirtualOperation VirtualPlan::describe(const plan::Operation& operation) {
  VirtualOperation result{.kind = operation.kind, .task = operation.task};
  if (operation.kind == Kind::compute || operation.kind == Kind::boundary)
    result.region = number_of(regions_, TaskRegion{operation.task, operation.growth});
  if (operation.kind == Kind::exchange) {
    result.link = operation.link;
    result.pattern = number_of(patterns_, ExchangePattern{operation.link, operation.fields});
  }
  return result;
}

// A batch ends with the segment, and where a step ends.
void VirtualPlan::add(const plan::Segment& segment) {
  int writer = -1;
  std::size_t batch = operations_.size();
  const auto close = [&] {
    for (const std::size_t end = operations_.size(); batch < end; ++batch)
      to_batch_end_.push_back(int(end - batch));
  };
  for (const plan::Operation& operation : segment.operations) {
    if (operation.kind == Kind::step_end) {
      close();
      step_ends_.push_back(long(operations_.size()));
      if (!operations_.empty()) operations_.back().ends_step = true;
      continue;
    }
    operations_.push_back(describe(operation));
    if (operation.kind == Kind::boundary) operations_.back().writer = writer;
    if (operation.kind == Kind::compute)
      writer = int(operations_.size()) - 1;
    else if (operation.kind != Kind::boundary)
      writer = -1;
  }
  close();
}

void VirtualPlan::mark_ahead(const Program& program) {
  const auto count = long(operations_.size());
  for (long n = 0; n < count; ++n) {
    VirtualOperation& exchange = operations_[std::size_t(n)];
    if (exchange.kind != Kind::exchange || at(n + 1).kind != Kind::compute) continue;
    exchange.ahead =
        leaves_alone(program, at(n + 1).task, patterns_[std::size_t(exchange.pattern)].fields);
  }
}

}  // namespace cardon::model
