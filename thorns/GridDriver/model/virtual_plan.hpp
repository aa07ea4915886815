// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/plan/cyclic_plan.hpp>
#include <cardon/services/program.hpp>
#include <vector>

namespace cardon::model {

/// An operation of a plan with all that can be said of it before blocks are known.
struct VirtualOperation {
  plan::Operation::Kind kind = plan::Operation::Kind::compute;
  int task = -1;
  int region = -1;   ///< compute and boundary: index into VirtualPlan::regions()
  int link = -1;     ///< exchange: of the plan
  int pattern = -1;  ///< exchange: index into VirtualPlan::patterns()
  int writer = -1;   ///< boundary: index of the compute operation before it and other boundaries
  bool ends_step = false;  ///< the last one of a step
  bool ahead = false;      ///< exchange: the core of the task behind it may be computed before it
};

/// The plan of a site as a walk through it needs it: some operations once, then others over and
/// over. Operations come in batches, and without ends of steps, as the run hands them to the
/// driver.
class VirtualPlan {
 public:
  /// A task computed, or boundary filled, to some layers by link.
  struct TaskRegion {
    int task = 0;
    std::vector<int> growth;
    bool operator==(const TaskRegion&) const = default;
  };
  /// An exchange of certain fields to certain depths.
  struct ExchangePattern {
    int link = 0;
    std::vector<plan::SlotDepth> fields;
    bool operator==(const ExchangePattern&) const = default;
  };

  VirtualPlan(const Program& program, const plan::CyclicPlan& plan);

  const VirtualOperation& at(long n) const { return operations_[index(n)]; }
  /// Prologue, then cycle.
  const std::vector<VirtualOperation>& operations() const { return operations_; }
  std::size_t index(long n) const;
  /// The first operation of the batch behind the one in which operation `n` stands.
  long batch_end(long n) const;
  /// Behind the operations of a step; 0 is the initial one.
  long end_of_step(long step) const;
  const std::vector<TaskRegion>& regions() const { return regions_; }
  const std::vector<ExchangePattern>& patterns() const { return patterns_; }
  /// How often a region is computed in a cycle, by index.
  const std::vector<int>& calls() const { return calls_; }
  long prologue_steps() const { return prologue_steps_; }
  long cycle_steps() const { return cycle_steps_; }

 private:
  void add(const plan::Segment& segment);
  void add_idle_cycle();
  VirtualOperation describe(const plan::Operation& operation);
  void mark_ahead(const Program& program);

  std::vector<VirtualOperation> operations_;  // prologue, then cycle
  std::vector<int> to_batch_end_;             // operations to the end of the batch, by operation
  std::vector<TaskRegion> regions_;
  std::vector<ExchangePattern> patterns_;
  std::vector<int> calls_;
  std::vector<long> step_ends_;  // positions behind steps
  long first_ = 0;               // operations in the prologue
  std::size_t first_end_ = 0;    // steps in the prologue
  long prologue_steps_ = 0, cycle_steps_ = 0;
};

}  // namespace cardon::model
