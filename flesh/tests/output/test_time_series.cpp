// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "../support/scratch_folder.hpp"
#include "cardon/error.hpp"
#include "cardon/time_series.hpp"

namespace cardon {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr const char* energy_header = "iteration\ttime [s]\tenergy\n";

/// Rows of a table up to iteration 20, and the slugs of the warnings.
struct RowsTaken {
  explicit RowsTaken(const std::string& table) {
    const ScratchFolder folder;
    folder.write("t.tsv", table);
    EarlierRun earlier{folder.path, 20};
    earlier.warn = [this](const Problem& problem) { warnings.push_back(problem.slug); };
    rows = rows_of_earlier_run(earlier, "t.tsv", energy_header);
  }
  std::string rows;
  std::vector<std::string> warnings;
};

TEST(RowsOfAnEarlierRun, ThoseUpToTheCheckpointAreTaken) {
  const std::string good = std::string(energy_header) + "0\t0\t-1e-300\n20\t0.5\tnan\n";
  const RowsTaken taken(good + "30\t0.75\t3\n");
  EXPECT_EQ(energy_header + taken.rows, good);
  EXPECT_THAT(taken.warnings, IsEmpty());
}

TEST(RowsOfAnEarlierRun, ACutRowIsLeftOutWithAWarning) {
  const std::string first = "0\t0\t1\n";
  for (const char* cut :
       {"20\t0.5\t3.1", "20\t0.5", "20\t0.5\n", "2", "20\t0.5\t\n", "20\t0.5\t3\t\n"}) {
    const RowsTaken taken(energy_header + first + cut);
    EXPECT_EQ(taken.rows, first) << cut;
    EXPECT_THAT(taken.warnings, ElementsAre("restart/table-row")) << cut;
  }
}

TEST(RowsOfAnEarlierRun, WhatIsNoNumberIsLeftOutWithAWarning) {
  for (const char* odd :
       {"10\t0.25\t3x\n", "10\tsoon\t3\n", "ten\t0.25\t3\n", "10\t0.25\t1\t2\n"}) {
    const RowsTaken taken(std::string(energy_header) + "0\t0\t1\n" + odd + "20\t0.5\t2\n");
    EXPECT_EQ(taken.rows, "0\t0\t1\n20\t0.5\t2\n") << odd;
    EXPECT_THAT(taken.warnings, ElementsAre("restart/table-row")) << odd;
  }
}

TEST(RowsOfAnEarlierRun, BeyondTheCheckpointNothingMatters) {
  const RowsTaken taken(std::string(energy_header) + "20\t0.5\t2\n30\t0.7");
  EXPECT_EQ(taken.rows, "20\t0.5\t2\n");
  EXPECT_THAT(taken.warnings, IsEmpty());
}

TEST(RowsOfAnEarlierRun, AnotherHeaderGivesNone) {
  const RowsTaken taken("iteration\ttime [s]\tmass\n0\t0\t1\n10\t0");
  EXPECT_EQ(taken.rows, "");
  EXPECT_THAT(taken.warnings, IsEmpty());
}

}  // namespace
}  // namespace cardon
