// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/kit/grid/block_executor.hpp>
#include <cardon/kit/grid/layout.hpp>
#include <cardon/kit/grid/prefetch_parameter.hpp>
#include <cardon/kit/grid/topology.hpp>
#include <cardon/kit/tiles/segment_queue.hpp>
#include <cardon/service.hpp>
#include <cardon/services/decomposer.hpp>
#include <cardon/services/field_access.hpp>
#include <cardon/services/prefetch_facts.hpp>
#include <cardon/services/storage_access.hpp>
#include <memory>
#include <vector>

#include "exchanger.hpp"

namespace cardon {

namespace unigrid {
inline constexpr Parameter<List<int>> topology{
    "topology",
    {},
    "Blocks in x, y, z; their product is the number of ranks (empty: chosen by the driver)",
    at_least(1)};
inline constexpr Parameter ghost_zones{"ghost_zones", 0,
                                       "Ghost depth in layers; more layers make exchanges rarer "
                                       "(0: as many as the largest stencil needs)",
                                       at_least(0)};
inline constexpr Parameter overlap{"overlap", "always",
                                   "Compute while messages travel; the results are the same bits",
                                   one_of("always", "never")};
}  // namespace unigrid

/// The plain driver: a regular array of blocks, one for each rank, and one link between all of
/// them.
class UnigridDriver : public Driver,
                      public Decomposer,
                      public FieldAccess,
                      public StorageAccess,
                      public PrefetchFacts,
                      public TileFacts {
 public:
  void setup(const DriverSetup& setup, Transport& transport) override;
  const Decomposition& decomposition() const override { return layout_->decomposition(); }
  std::vector<plan::Link> links() const override;
  void execute(std::span<const plan::Operation> operations, const StepState& state) override;
  void finish() override;
  const Timings& timings() const override { return timings_; }

  PlannedDecomposition decompose(const DriverSetup& setup, int ranks) const override;

  FieldView view(int field, int level) override;
  void visit_when_current(const std::function<void(const BlockView&)>& look) override;
  const Layout& layout() const override { return *layout_; }
  std::map<int, BlockStorage*> storages() override { return {{block_, &executor_->storage()}}; }
  void fill_images() override { executor_->fill_images(); }
  std::vector<PrefetchFacts::Choice> prefetching() const override {
    return cardon::prefetching(*setup_.program, *executor_);
  }
  TileFacts::Tiles tiles() const override { return queue_->tiles(); }

 private:
  void make_queue(int ranks);
  bool is_cut() const;
  void sweep(SegmentQueue::Operations operations);
  std::size_t compute(SegmentQueue::Operations operations, std::size_t first);
  void sweep(const GrownTask& task, const StepState& state);

  std::unique_ptr<ThreadTeam> team_;
  DriverSetup setup_;
  int block_ = 0;
  int depth_ = 0;
  bool overlap_ = true;
  std::unique_ptr<Layout> layout_;
  Timings timings_;
  std::unique_ptr<BlockExecutor> executor_;
  std::unique_ptr<Exchanger> exchanger_;  // refers to the executor's storage
  std::unique_ptr<SegmentQueue> queue_;   // since the last exchange; refers to the executor
  std::vector<GrownTask> boundaries_;     // of the task being computed
};

}  // namespace cardon
