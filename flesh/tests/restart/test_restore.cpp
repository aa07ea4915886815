// SPDX-License-Identifier: Apache-2.0
// Checkpoints that another decomposition has written, whole and damaged.
#include <gmock/gmock.h>

#include "../support/local_transport.hpp"
#include "checkpoint/hex_text.hpp"
#include "restart/restore.hpp"
#include "stored_runs.hpp"

namespace cardon {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr std::byte scalar_state[] = {std::byte{7}, std::byte{1}, std::byte{200}};
constexpr const char* newest = "run/checkpoints/it000020";

struct Restore : ::testing::Test, StoredRuns {
  Restore() { manifest.scalars = hex_text(scalar_state); }
  RestartChoice choice() const { return choose_restart((folder.path / "run").string(), ""); }

  struct Outcome {
    long iteration = -1;  ///< of the checkpoint; -1: there was none
    std::string warnings, error, table;
    std::vector<Real> seeds;  ///< of a point of each field
    long state_at = -1;       ///< iteration of the state of scalars
  };
  /// Compares every point; without a checkpoint they stay as they were.
  Outcome restore_on(int ranks, const RestartChoice& from, const char* tables = "{}") {
    const SampleParameters parameters(
        {.path = "output",
         .parameters = {declare(
             Parameter{"on_damaged_table", "refuse", "As of a run", one_of("refuse", "salvage")})}},
        std::string("output: ") + tables);
    Machine machine;
    machine.sites.push_back({.name = "a"});
    for (int r = 0; r < ranks; ++r) machine.sites[0].ranks.push_back(r);
    std::vector<Outcome> all{std::size_t(ranks)};
    on_ranks(ranks, [&](Transport& transport) {
      Outcome& mine = all[std::size_t(transport.rank())];
      BlockDriver driver(run, transport);
      driver.fill(-1);
      const auto take_state = [&](std::span<const std::byte> state, long iteration) {
        EXPECT_TRUE(std::ranges::equal(state, scalar_state));
        mine.state_at = iteration;
      };
      const RestoredState into{run.program, *parameters.values,  100,       machine, transport,
                               driver,      sizeof scalar_state, take_state};
      Warnings warnings;
      try {
        const RestoredRun restored = restore(from, into, warnings);
        mine.iteration = restored.manifest.iteration;
        if (restored.tables->contains("norms.tsv")) mine.table = restored.tables->at("norms.tsv");
      } catch (const Error& error) {
        mine.error = error.what();
      }
      mine.warnings = warnings.text();
      if (manifest.fields.size() == 2) driver.expect(int(mine.iteration));
      const Index3 at = driver.box().lo;
      for (int f = 0; f < 2; ++f)
        mine.seeds.push_back(
            driver.storages().begin()->second->array(f, 0).row(at[1], at[2])[at[0]] -
            BlockDriver::value(f, at[0], at[1], at[2], 0));
    });
    for (const Outcome& one : all) {
      EXPECT_EQ(one.iteration, all[0].iteration);
      EXPECT_EQ(one.state_at, all[0].state_at);
      EXPECT_EQ(one.error, all[0].error);
    }
    return all[0];
  }
};

TEST_F(Restore, AnotherDecompositionHasTheSameValues) {
  save("run", 20);
  for (const int ranks : {1, 3, 5}) {
    const Outcome outcome = restore_on(ranks, choice());
    EXPECT_EQ(outcome.iteration, 20);
    EXPECT_EQ(outcome.warnings, "");
    EXPECT_EQ(outcome.state_at, 20);
  }
}

TEST_F(Restore, AFieldThatTheCheckpointLacksStaysAsItIs) {
  manifest.fields.pop_back();
  save("run", 20);
  EXPECT_THAT(restore_on(3, choice()).seeds, ElementsAre(20, -1));
}

TEST_F(Restore, DamagedPartsGiveWayToTheCheckpointBefore) {
  const std::string at = newest;
  const std::pair<const char*, std::function<void()>> damages[] = {
      {"a-2.raw is damaged in block 2 of Wave::pi",
       [&] { flip(at + "/a-2.raw", manifest.files[2].bytes - 9); }},
      {"a-3.raw is damaged between its blocks", [&] { flip(at + "/a-3.raw", 2); }},
      {"a-1.raw is missing", [&] { fs::remove(folder.path / at / "a-1.raw"); }},
      {"a-0.json is missing", [&] { fs::remove(folder.path / at / "a-0.json"); }},
      {"manifest.json is damaged", [&] { flip(at + "/manifest.json", 200); }}};
  for (const auto& [what, damage] : damages) {
    save("run", 10);
    save("run", 20);
    const RestartChoice before = choice();
    damage();
    const Outcome outcome = restore_on(3, before);
    EXPECT_EQ(outcome.iteration, 10) << what;
    EXPECT_THAT(outcome.warnings, AllOf(HasSubstr(what), HasSubstr("[restart/damaged]")));
  }
}

TEST_F(Restore, NoGoodCheckpointIsTheSameErrorOnAllRanks) {
  save("run", 10);
  save("run", 20);
  const RestartChoice before = choice();
  flip("run/checkpoints/it000010/a-0.raw", 1);
  flip(std::string(newest) + "/a-3.raw", 50);
  const Outcome outcome = restore_on(3, before);
  EXPECT_EQ(outcome.iteration, -1);
  EXPECT_THAT(outcome.error,
              AllOf(HasSubstr("[restart/no-checkpoint]"), HasSubstr("a-0.raw is damaged between"),
                    HasSubstr("a-3.raw is damaged in block 3 of Wave::phi")));
}

TEST_F(Restore, AnOlderRunCountsIfItComputesTheSame) {
  save("old", 10);
  manifest.longest_dt = 0.25;
  save("other", 15);
  manifest.longest_dt = 0;
  save("run", 20);
  RestartChoice from = choice();
  from.older = {folder.path / "other", folder.path / "old"};
  flip(std::string(newest) + "/a-1.raw", 1);
  const Outcome outcome = restore_on(2, from);
  EXPECT_EQ(outcome.iteration, 10);
  EXPECT_THAT(outcome.warnings, HasSubstr("the longest time step allowed is 0 s"));
}

TEST_F(Restore, ScalarsOfAnotherProgramMatterIfTheyAreAState) {
  manifest.scalars = hex_text(std::span(scalar_state).first(2));
  save("run", 20);
  EXPECT_EQ(restore_on(2, choice()).iteration, 20);
  EXPECT_EQ(restore_on(2, choice()).state_at, -1);
  run.program.scalars = {{.id = 0, .name = "mass", .thorn = "Wave", .is_state = true}};
  EXPECT_THAT(restore_on(2, choice()).error, HasSubstr("it has other scalars than this run"));
}

TEST_F(Restore, StatesHaveTheNamesOfThoseInTheCheckpoint) {
  run.program.scalars = {{.id = 0, .name = "mass", .thorn = "Wave", .is_state = true}};
  manifest.states = {{"Wave::mass"}};
  save("run", 20);
  EXPECT_EQ(restore_on(2, choice()).state_at, 20);
  // As many bytes, but another quantity.
  run.program.scalars[0].name = "heat";
  EXPECT_THAT(restore_on(2, choice()).error, HasSubstr("it has other scalars than this run"));
  run.program.scalars.clear();
  EXPECT_THAT(restore_on(2, choice()).error, HasSubstr("it has other scalars than this run"));
}

TEST_F(Restore, TablesAreThoseOfTheCheckpoint) {
  const std::string rows = "0 1.5\n10 1.25\n";
  manifest.tables = {{"norms.tsv", rows.size(), DataChecksum::of(std::as_bytes(std::span(rows)))}};
  save("run", 20);
  folder.write("run/norms.tsv", rows + "25 9.5\n");
  EXPECT_EQ(restore_on(3, choice()).table, rows);
  flip("run/norms.tsv", 3);
  EXPECT_THAT(restore_on(3, choice()).error, HasSubstr("output.on_damaged_table=salvage"));
  const Outcome salvaged = restore_on(3, choice(), "{on_damaged_table: salvage}");
  EXPECT_EQ(salvaged.iteration, 20);
  EXPECT_THAT(salvaged.warnings, HasSubstr("[restart/table-damaged]"));
}

}  // namespace
}  // namespace cardon
