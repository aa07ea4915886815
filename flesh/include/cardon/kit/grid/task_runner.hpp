// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/grid/bound_combination.hpp>
#include <cardon/kit/grid/layout.hpp>
#include <cardon/kit/grid/prefetch_choice.hpp>
#include <cardon/kit/grid/thread_team.hpp>
#include <cardon/services/driver.hpp>
#include <cardon/thorn/block.hpp>
#include <functional>
#include <memory>

namespace cardon {

/// One compute or combine task on one block: everything that stays the same from call to call is
/// prepared once.
class TaskRunner {
 public:
  /// Everything is referred to and must outlive this.
  TaskRunner(const DriverSetup& setup, const Task& task, const Layout& layout, int block,
             const BlockStorage& storage);

  /// Binds the arrays as the levels lie now, and the time. `prefetches`: rows of large grids may be
  /// asked for ahead of their use.
  void begin(const StepState& state, bool prefetches = true);
  /// What the call took that began last, per point.
  void took(double seconds_per_point) { prefetch_->took(seconds_per_point); }
  /// Whether the task asks for rows ahead of their use.
  const PrefetchChoice& prefetch() const { return *prefetch_; }
  /// Decides that together with a runner of a task that computes the same.
  void share_prefetch(const TaskRunner& other);
  /// Runs the task on a box, with the threads of the rank unless the task is serial.
  void run(const Box& box);
  /// Runs it on a box with this thread of the rank's team, within a job of it.
  void run(const Box& box, int thread);
  /// Runs a combine task on a box, one group of combinations after the other, and calls `after`
  /// with the number of each while what it has set is in the cache. In the calling thread; within a
  /// job of the rank's team, `thread` is its number there, else -1.
  void run_groups(const Box& box, int thread, const std::function<void(int)>& after);
  /// Number of the last group of combinations that sets a field; -1: none does.
  int group_of(int field) const;
  /// Number of groups of combinations; 0 for compute tasks.
  int groups() const { return int(groups_.size()); }
  /// Number of threads of the rank that may share a box: 1 for a serial task or too few points.
  int parts(const Box& box) const;
  /// Into how many parts a thread may cut its share, so that others can help it: 1 where each call
  /// may prepare much.
  int parts_per_thread() const;

  /// How far it reads in each direction.
  const Index3& radius() const { return radius_; }

 private:
  void bind(const DriverSetup& setup);
  void prefetch_from(const Binding& binding, const FieldArray& array);
  void share();
  void run(BlockContext& context, const Box& box) const;
  void combine(BlockContext& context, const Box& box, const CombinationGroup& group) const;

  const Task& task_;
  const ScalarSink* scalars_;
  TaskFailures* failures_;  // null: errors are thrown
  const Layout& layout_;
  const BlockStorage& storage_;
  ThreadTeam* team_;  // null: the rank has one thread
  BlockContext context_;
  std::vector<BlockContext> shared_;  // one for each thread of the team
  std::vector<BoundCombination> combinations_;
  std::vector<CombinationGroup> groups_;  // of the combinations
  Index3 radius_{0, 0, 0};
  std::shared_ptr<PrefetchChoice> prefetch_;
};

}  // namespace cardon
