// SPDX-License-Identifier: Apache-2.0
// What ranks of a planned run need, compared with what blocks and services
// take.
#include <gmock/gmock.h>

#include <cardon/kit/checkpoint/checkpoint_writer.hpp>
#include <cardon/kit/grid/block_storage.hpp>

#include "memory/memory_estimate.hpp"
#include "memory/rank_memory.hpp"
#include "planned_leapfrog.hpp"

namespace cardon {
namespace {

using ::testing::ElementsAreArray;

/// Needs room for twice what it saves.
struct Doubler : CheckpointWriter {
  void read(const ParameterSet &) override {}
  double wall() const override { return 0; }
  bool is_asked_for() const override { return true; }
  bool saves_on_stop() const override { return true; }
  std::vector<double> memory(const Machine &, const std::vector<double> &copies) const override {
    std::vector<double> twice;
    for (const double bytes : copies) twice.push_back(2 * bytes);
    return twice;
  }
  void open(CheckpointSetup) override {}
  bool is_due(const CheckpointMoment &) override { return false; }
  void save(CheckpointSnapshot) override {}
  void poll() override {}
  void finish() override {}
  CheckpointFigures figures() const override { return {}; }
};

/// Takes so many bytes per point while it writes, and as many in copies.
struct CostlyOutput : Output {
  explicit CostlyOutput(double size) : bytes(size) {}
  void open(const OutputSetup &) override {}
  void write(const Snapshot &) override {}
  std::size_t bytes_written() const override { return 0; }
  std::vector<double> working_memory(const OutputSetup &,
                                     std::span<const RankShare> ranks) const override {
    std::vector<double> all;
    for (const RankShare &rank : ranks) all.push_back(bytes * double(rank.points));
    return all;
  }
  std::vector<double> copies(const OutputSetup &setup,
                             std::span<const RankShare> ranks) const override {
    return working_memory(setup, ranks);
  }
  double bytes;
};

struct NeededMemory : ::testing::Test, PlannedLeapfrog {};

TEST_F(NeededMemory, FieldsTakeWhatStoragesOfTheirBlocksTake) {
  run.program.grid.faces[0][1].exterior_layers = 2;
  run.program.grid.faces[2][0].exterior_layers = 3;
  for (const bool sites : {false, true}) {
    sites ? cut_into_sites() : cut({1, 0, 1});
    const Layout layout = this->layout();
    std::vector<double> taken(sites ? 3 : 2);
    for (int b = 0; b < layout.blocks(); ++b) {
      const BlockStorage block(run.program.grid, layout.tile(b), layout.stored(b, 2),
                               run.program.fields);
      taken[std::size_t(planned.decomposition.rank_of_block[std::size_t(b)])] +=
          double(block.bytes());
    }
    EXPECT_THAT(memory_by_rank(layout, 2, run.program.fields), ElementsAreArray(taken));
  }
}

TEST_F(NeededMemory, FieldsOfAnalysisCountWhereAnOutputNeedsThem) {
  EXPECT_EQ(fields_in_use(run.program, {}).size(), 1u);
  OutputEntry entry;
  entry.analysis = {3};
  EXPECT_EQ(fields_in_use(run.program, {entry}).size(), 2u);
}

TEST_F(NeededMemory, OtherPurposesAreThoseOfTheServices) {
  run.program.grid.faces[2][1].exterior_layers = 2;
  cut({0, 1, 1});
  offer<CheckpointWriter, Doubler>("doubler");
  run.checkpoint = {"doubler", "none", ""};
  add_flesh_sections(run.registry);
  run.parameters = std::make_unique<ParameterSet>(run.registry);
  for (const double bytes : {5.0, 1e6}) {
    auto &entry = run.outputs.emplace_back();
    entry.service = std::make_shared<CostlyOutput>(bytes);
  }
  run.tuning.tuner = "model";
  planned.freedom.blocks = true;
  planned.max_depth = 2;
  const Layout layout = this->layout();
  const auto ranks =
      rank_memory(run, machine, planned, layout, site_plans(run.program, layout, planned.links));
  ASSERT_EQ(ranks.size(), 2u);
  EXPECT_EQ(ranks[0].checkpoints, 2 * 2 * 10 * plane);  // two levels of phi
  EXPECT_EQ(ranks[1].checkpoints, 2 * 2 * 32 * plane);
  // The largest of them, and copies of all of them as far as output.memory
  // goes.
  EXPECT_EQ(ranks[0].outputs, 1e6 * 160 + 1000005.0 * 160);
  EXPECT_EQ(ranks[1].outputs, 1e6 * 480 + 256e6);
  const auto fields = memory_by_rank(layout, 2, fields_in_use(run.program, {}));
  for (std::size_t r = 0; r < 2; ++r) {
    EXPECT_EQ(ranks[r].fields, fields[r]);
    EXPECT_EQ(ranks[r].recut, fields[r]);
  }
  planned.freedom.blocks = false;
  EXPECT_EQ(rank_memory(run, machine, planned, layout, {})[0].recut, 0);
}

}  // namespace
}  // namespace cardon
