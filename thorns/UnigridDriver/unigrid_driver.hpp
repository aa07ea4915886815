// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/grid/block_executor.hpp>
#include <cardon/kit/grid/layout.hpp>
#include <cardon/kit/grid/prefetch_parameter.hpp>
#include <cardon/kit/grid/topology.hpp>
#include <cardon/kit/tiles/segment_queue.hpp>
#include <cardon/kit/tiles/timed_ghost_search.hpp>
#include <cardon/service.hpp>
#include <cardon/services/decomposer.hpp>
#include <cardon/services/field_access.hpp>
#include <cardon/services/prefetch_facts.hpp>
#include <cardon/services/storage_access.hpp>
#include <cardon/tuning/predictable.hpp>
#include <memory>
#include <vector>

#include "exchanger.hpp"
#include "unigrid_parameters.hpp"

namespace cardon {

/// The plain driver: a regular array of blocks, one for each rank, and one link between all of
/// them. Where the ghost depth is left to it, the deepest that may be tried is stored, and the plan
/// uses as much of it as proves fast.
class UnigridDriver : public Driver,
                      public Decomposer,
                      public Predictable,
                      public FieldAccess,
                      public StorageAccess,
                      public RowWatching,
                      public PrefetchFacts,
                      public TileFacts,
                      public TimedGhostSearch {
 public:
  void setup(const DriverSetup& setup, Transport& transport) override;
  const Decomposition& decomposition() const override { return layout_->decomposition(); }
  std::vector<plan::Link> links() const override;
  void execute(std::span<const plan::Operation> operations, const StepState& state) override;
  void finish() override;
  const Timings& timings() const override { return timings_; }

  PlannedDecomposition decompose(const DriverSetup& setup, int ranks) const override;
  std::unique_ptr<CostModel> cost_model(const DriverSetup& setup,
                                        const ModelOptions& options) const override;

  FieldView view(int field, int level) override;
  void visit_when_current(const std::function<void(const BlockView&)>& look) override;
  const Layout& layout() const override { return *layout_; }
  std::map<int, BlockStorage*> storages() override { return {{block_, &executor_->storage()}}; }
  void fill_images() override { executor_->fill_images(); }
  void watch(const RowWatch* watch) override { executor_->watched().watch = watch; }
  int watching_threads() const override { return threads_of(setup_.team); }
  double watching_seconds() const override { return executor_->watched().seconds; }
  std::vector<PrefetchFacts::Choice> prefetching() const override {
    return cardon::prefetching(*setup_.program, *executor_);
  }
  TileFacts::Tiles tiles() const override { return queue_->tiles(); }

 private:
  Searched searched() override { return {*setup_.program, *layout_, *transport_}; }
  bool may_tile() const override;
  void settle() override { finish(); }
  void follow_depth() override;
  void make_queue();
  void take_memory();
  bool is_cut() const;
  bool pending();
  void sweep(SegmentQueue::Operations operations);
  std::size_t compute(SegmentQueue::Operations operations, std::size_t first);
  void sweep(const GrownTask& task, const StepState& state);

  std::unique_ptr<ThreadTeam> team_;
  DriverSetup setup_;
  Transport* transport_ = nullptr;
  int block_ = 0;
  bool overlap_ = true;
  std::unique_ptr<Layout> layout_;
  bool has_memory_ = false;  // for all fields and messages
  double swept_ = 0;         // when the last task ended, by seconds_now(); 0: others came between
  Timings timings_;
  std::unique_ptr<BlockExecutor> executor_;
  std::unique_ptr<Exchanger> exchanger_;  // refers to the executor's storage
  std::unique_ptr<SegmentQueue> queue_;   // since the last exchange; refers to the executor
  std::vector<GrownTask> boundaries_;     // of the task being computed
};

}  // namespace cardon
