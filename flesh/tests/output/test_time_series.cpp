// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <cardon/kit/data_checksum.hpp>
#include <cardon/kit/time_series.hpp>
#include <cardon/services/program.hpp>
#include <cardon/thorn/error.hpp>

#include "../support/scratch_folder.hpp"
#include "output/run_tables.hpp"

namespace cardon {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr const char* energy_header = "iteration\ttime [s]\tenergy\n";

/// A table that continues with one of a run before, up to iteration 20, and what was warned of.
struct Carried {
  explicit Carried(const std::string& before, const std::vector<std::string>& columns = {"energy"},
                   const TimeSeries::IsSame& is_same = {}, const std::string& losses = "") {
    const ScratchFolder folder;
    folder.write("before/t.tsv", before);
    const Program program;
    OutputSetup setup;
    setup.program = &program;
    setup.folder = folder.path;
    setup.losses = losses;
    setup.earlier = {folder.path / "before", 20};
    setup.earlier.warn = [this](const Problem& problem) { warnings.push_back(problem.slug); };
    TimeSeries series(setup, "t.tsv", columns, is_same);
    text = folder.text("t.tsv");
    Snapshot snapshot;
    snapshot.iteration = 21;
    series.append(snapshot, std::vector<Real>(columns.size(), 7));
    row = folder.text("t.tsv").substr(text.size());
  }
  std::string text, row;
  std::vector<std::string> warnings;
};

TEST(TimeSeries, GoesOnWithRowsUpToTheCheckpoint) {
  const std::string good = std::string(energy_header) + "0\t0\t-1e-300\n20\t0.5\tnan\n";
  const Carried carried(good + "30\t0.75\t3\n");
  EXPECT_EQ(carried.text, good);
  EXPECT_EQ(carried.row, "21\t0\t7\n");
  EXPECT_THAT(carried.warnings, IsEmpty());
}

TEST(TimeSeries, LeavesOutACutRowWithAWarning) {
  const std::string first = std::string(energy_header) + "0\t0\t1\n";
  for (const char* cut :
       {"20\t0.5\t3.1", "20\t0.5", "20\t0.5\n", "2", "20\t0.5\t\n", "20\t0.5\t3\t\n"}) {
    const Carried carried(first + cut);
    EXPECT_EQ(carried.text, first) << cut;
    EXPECT_THAT(carried.warnings, ElementsAre("restart/table-row")) << cut;
  }
}

TEST(TimeSeries, LeavesOutWhatIsNoNumberOrDoubledWithAWarning) {
  for (const char* odd : {"10\t0.25\t3x\n", "10\tsoon\t3\n", "ten\t0.25\t3\n", "10\t0.25\t1\t2\n",
                          "0\t0\t1\n", "-4\t0\t1\n"}) {
    const Carried carried(std::string(energy_header) + "0\t0\t1\n" + odd + "20\t0.5\t2\n");
    EXPECT_EQ(carried.text, std::string(energy_header) + "0\t0\t1\n20\t0.5\t2\n") << odd;
    EXPECT_THAT(carried.warnings, ElementsAre("restart/table-row")) << odd;
  }
}

TEST(TimeSeries, IsNotDisturbedByWhatIsBeyondTheCheckpoint) {
  const Carried carried(std::string(energy_header) + "20\t0.5\t2\n30\t0.7");
  EXPECT_EQ(carried.text, std::string(energy_header) + "20\t0.5\t2\n");
  EXPECT_THAT(carried.warnings, IsEmpty());
}

TEST(TimeSeries, WithOtherColumnsKeepsEarlierRows) {
  const Carried carried("iteration\ttime [s]\tmass\tenergy\n0\t0\t1\t2\n10\t0.5\t3\t4\n",
                        {"energy", "charge"});
  EXPECT_EQ(carried.text,
            "iteration\ttime [s]\tenergy\tcharge\tmass\n0\t0\t2\tnan\t1\n10\t0.5\t4\tnan\t3\n");
  EXPECT_EQ(carried.row, "21\t0\t7\t7\tnan\n");
  EXPECT_THAT(carried.warnings, IsEmpty());
}

TEST(TimeSeries, LeavesOutColumnsThatMeanSomethingElse) {
  const std::string before = "iteration\ttime [s]\tmass\tenergy\n0\t0\t1\t2\n";
  const auto is_energy = [](std::string_view column) { return column == "energy"; };
  const Carried carried(before, {"mass", "energy"}, is_energy);
  EXPECT_EQ(carried.text, "iteration\ttime [s]\tmass\tenergy\n0\t0\tnan\t2\n");
  EXPECT_THAT(carried.warnings, ElementsAre("restart/table-columns"));
  const Carried none(before, {"mass", "energy"}, [](std::string_view) { return false; });
  EXPECT_EQ(none.text, "iteration\ttime [s]\tmass\tenergy\n");
  EXPECT_THAT(none.warnings, ElementsAre("restart/table-columns"));
}

TEST(TimeSeries, SaysOfAllRowsWhatMadeThemInexact) {
  const std::string rows = std::string(energy_header) + "0\t0\t1\n";
  EXPECT_EQ(Carried("# lossy: zfp\n" + rows).text, "# lossy: zfp\n" + rows);
  EXPECT_EQ(Carried(rows, {"energy"}, {}, "zfp").text, "# lossy: zfp\n" + rows);
  EXPECT_EQ(Carried("# lossy: zfp\n" + rows, {"energy"}, {}, "zfp").text, "# lossy: zfp\n" + rows);
  EXPECT_EQ(Carried("# lossy: a\n" + rows, {"energy"}, {}, "b").text,
            "# lossy: a\n# lossy: b\n" + rows);
}

TEST(TimeSeries, TakesWhatTheCheckpointKnowsAsItIs) {
  const ScratchFolder folder;
  const std::string text = std::string(energy_header) + "0\t0\t1\n3\t0\t1e-300\n";
  const Program program;
  OutputSetup setup;
  setup.program = &program;
  setup.folder = folder.path;
  setup.earlier = {folder.path / "nowhere", 20};
  setup.earlier.tables = std::make_shared<std::map<std::string, std::string>>(
      std::map<std::string, std::string>{{"t.tsv", text}});
  const TimeSeries series(setup, "t.tsv", std::vector<std::string>{"energy"});
  EXPECT_EQ(folder.text("t.tsv"), text);
}

struct KnownTable {
  KnownTable() {
    setup.folder = folder.path;
    setup.tables = tables;
    file.emplace(setup, "deep/t.tsv", "head\n", "first\n");
  }
  ScratchFolder folder;
  std::shared_ptr<RunTables> tables = std::make_shared<RunTables>();
  OutputSetup setup;
  std::optional<TableFile> file;
};

TEST(RunTables, KnowWhatWasWritten) {
  KnownTable table;
  table.file->append("second\n");
  const std::string all = "head\nfirst\nsecond\n";
  ASSERT_EQ(table.tables->states().size(), 1u);
  const TableState state = table.tables->states().front();
  EXPECT_EQ(state.name, "deep/t.tsv");
  EXPECT_EQ(state.bytes, all.size());
  EXPECT_EQ(state.checksum, DataChecksum::of(std::as_bytes(std::span(all))));
  EXPECT_NO_THROW(table.tables->check());
}

TEST(RunTables, SayOnceThatATableWasChanged) {
  KnownTable table;
  std::filesystem::remove(table.folder.path / "deep/t.tsv");
  try {
    table.tables->check();
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.problems().front().slug, "output/table-changed");
    EXPECT_EQ(error.exit_code(), exit_environment);
  }
  EXPECT_NO_THROW(table.tables->check());
  EXPECT_THAT(table.tables->states(), IsEmpty());
  table.file->append("second\n");
  EXPECT_EQ(table.folder.text("deep/t.tsv"), "head\nsecond\n");
}

}  // namespace
}  // namespace cardon
