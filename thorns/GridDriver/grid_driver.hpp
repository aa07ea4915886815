// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/emulation/limited_speed.hpp>
#include <cardon/kit/background_progress.hpp>
#include <cardon/kit/grid/layout.hpp>
#include <cardon/kit/grid/prefetch_parameter.hpp>
#include <cardon/kit/tiles/timed_ghost_search.hpp>
#include <cardon/service.hpp>
#include <cardon/services/block_migration.hpp>
#include <cardon/services/decomposer.hpp>
#include <cardon/services/field_access.hpp>
#include <cardon/services/storage_access.hpp>
#include <cardon/services/tunable.hpp>
#include <cardon/tuning/predictable.hpp>
#include <memory>
#include <vector>

#include "grid_parameters.hpp"
#include "rank_comm.hpp"
#include "rank_executor.hpp"
#include "sensors.hpp"
#include "site_setup.hpp"

namespace cardon::grid_driver {

/// The driver for machines that are uneven and badly connected: sites in a chain, each with a slab
/// of the grid; ghost zones of their own depth on every link between sites; one or many blocks per
/// rank, of the size that the rank's speed calls for; compressed messages between sites; and
/// computation that continues while messages travel. All of this may change between two steps.
class GridDriver : public Driver,
                   public Decomposer,
                   public FieldAccess,
                   public BackgroundProgress,
                   public StorageAccess,
                   public Tunable,
                   public Predictable,
                   public BlockMigration,
                   public SiteDivision,
                   public LimitedSpeed,
                   public PrefetchFacts,
                   public TileFacts,
                   public TimedGhostSearch {
 public:
  void setup(const DriverSetup& setup, Transport& transport) override;
  const Decomposition& decomposition() const override { return parts_.layout->decomposition(); }
  std::vector<plan::Link> links() const override;
  void execute(std::span<const plan::Operation> operations, const StepState& state) override;
  void finish() override;
  const Timings& timings() const override { return timings_; }

  PlannedDecomposition decompose(const DriverSetup& setup, int ranks) const override;
  std::unique_ptr<CostModel> cost_model(const DriverSetup& setup,
                                        const ModelOptions& options) const override;

  void visit_when_current(const std::function<void(const BlockView&)>& look) override;
  FieldView view(int field, int level) override;
  std::shared_ptr<void> poll_between_pieces(std::function<bool()> poll) override;
  const Layout& layout() const override { return *parts_.layout; }
  std::map<int, BlockStorage*> storages() override { return parts_.executor->storages(); }
  void fill_images() override;

  std::vector<PrefetchFacts::Choice> prefetching() const override {
    const auto& blocks = parts_.executor->blocks();
    if (blocks.empty()) return {};
    return cardon::prefetching(*setup_.program, blocks.front().executor());
  }
  TileFacts::Tiles tiles() const override {
    const auto& blocks = parts_.executor->blocks();
    return blocks.empty() ? TileFacts::Tiles{} : blocks.front().segment().tiles();
  }
  double calibration_seconds() const override { return sites_.calibration_seconds; }

  const DriverSettings& settings() const override { return sites_.settings; }
  const TunableSet& freedom() const override { return sites_.freedom; }
  void apply(const DriverSettings& settings) override;
  void try_codecs(const std::vector<CodecNames>& chains) override;
  SensorReadings take_readings() override;

  void migrate(const std::vector<int>& rank_of_block) override;
  bool leave_idle(const std::vector<int>& ranks) override;
  bool can_divide_among_sites() const override {
    return sites_.machine.sites.size() > 1 && sites_.free_cut;
  }
  void divide_among_sites(const std::vector<double>& factors) override;
  int max_blocks_per_rank() const override { return grid_driver::max_blocks_per_rank; }
  void measure_when_current(const std::function<void(const BlockMeasure&)>& take) override;
  RankMeasure take_rank_measure() override { return parts_.executor->take_rank_measure(); }
  bool limit_speed(double share) override;

 private:
  Searched searched() override { return {*setup_.program, *parts_.layout, *transport_}; }
  bool may_tile() const override;
  void settle() override { finish(); }
  void follow_depth() override;
  bool poll_others();
  void take_memory();
  /// What is made for a decomposition; each refers to those before it.
  struct Parts {
    std::unique_ptr<Layout> layout;
    std::unique_ptr<RankComm> comm;
    std::unique_ptr<RankExecutor> executor;
  };
  Parts make_parts(const Decomposition& decomposition, const DriverSettings& settings);
  std::vector<LinkCodecs> codecs_of(const DriverSettings& settings) const;
  void describe();
  void redecompose(const DriverSettings& settings, const std::vector<int>& owners = {});

  std::unique_ptr<ThreadTeam> team_;
  DriverSetup setup_;
  Transport* transport_ = nullptr;
  SiteSetup sites_;
  std::unique_ptr<EmulatedRank> emulated_;  // null: computes as fast as it can
  Timings timings_;
  bool has_memory_ = false;     // for all fields and messages
  bool own_described_ = false;  // their codecs name a choice of this rank
  std::vector<std::weak_ptr<std::function<bool()>>> polls_;  // between pieces
  std::unique_ptr<Sensors> sensors_;
  Parts parts_;
};

}  // namespace cardon::grid_driver
