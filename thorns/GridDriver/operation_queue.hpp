// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/driver.hpp>
#include <deque>
#include <functional>
#include <memory>

namespace cardon::grid_driver {

class BlockScheduler;

/// What is done with a block at the end of a step.
using Visit = std::function<void(BlockScheduler&)>;

/// An operation of the plan and the step it belongs to.
struct QueuedOperation {
  const plan::Operation* operation = nullptr;
  StepState state;
  std::shared_ptr<const Visit> visit;  ///< null: none
};

/// The operations that blocks have still to do, numbered from the beginning of the run. Those that
/// are not released wait for others with which they will be executed.
class OperationQueue {
 public:
  void append(std::span<const plan::Operation> operations, const StepState& state) {
    for (const plan::Operation& operation : operations) waiting_.push_back({&operation, state, {}});
  }
  /// Has every block visited when it comes here.
  void append(const Visit& visit) {
    static const plan::Operation end_of_step{.kind = plan::Operation::Kind::step_end};
    waiting_.push_back({&end_of_step, {}, std::make_shared<const Visit>(visit)});
  }
  /// Behind what blocks may execute.
  long end() const { return released_; }
  /// Behind what was appended.
  long appended() const { return first_ + long(waiting_.size()); }
  void release(long end) { released_ = end; }
  const QueuedOperation& at(long number) const { return waiting_[std::size_t(number - first_)]; }
  /// Forgets all before `number`.
  void drop_before(long number) {
    for (; first_ < number; ++first_) waiting_.pop_front();
  }

 private:
  std::deque<QueuedOperation> waiting_;
  long first_ = 0, released_ = 0;
};

}  // namespace cardon::grid_driver
