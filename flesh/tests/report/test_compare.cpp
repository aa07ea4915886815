// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cardon/services/field_file_reader.hpp>
#include <cardon/thorn/error.hpp>
#include <cmath>
#include <limits>

#include "../support/scratch_folder.hpp"
#include "report/compare.hpp"

namespace cardon {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;

std::string summary(const std::string& phi, int ranks = 1) {
  return R"({"status": "finished", "iterations": 20, "time": 0.5, "points": 24, "ranks": )" +
         std::to_string(ranks) + R"(, "checksums": {"Wave::phi": ")" + phi +
         R"(", "Wave::pi": "77"}})";
}

constexpr const char* table =
    "iteration\ttime [s]\tphi.min [m]\tphi.l2 [m]\tpi.min\tenergy [J]\n0\t0\t-1\t0.5\t2\t3\n";

// Files that hold one changed value, as text: its number and the value.
class TextReader : public FieldFileReader {
 public:
  std::string extension() const override { return ".txt"; }
  FieldData read(const std::filesystem::path& file) const override {
    FieldData data;
    data.points = {2, 3, 4};
    data.spacing = {0.5, 0.5, 0.5};
    data.origin = {-1, 0, 0};
    data.values.assign(24, 1.5);
    std::ifstream stream(file);
    std::size_t number = 0;
    stream >> data.iteration >> number >> data.values[0];
    std::swap(data.values[0], data.values[number]);
    return data;
  }
};

struct TwoRuns {
  TwoRuns() {
    for (const ScratchFolder* run : {&a, &b}) {
      run->write("summary.json", summary("12"));
      run->write("scalars.tsv", table + std::string("10\t0.25\t-1\t0.25\t2\t3\n"));
    }
  }
  Comparison compare(const Tolerance& tolerance = {}) const {
    const TextReader reader;
    return compare_runs(a.path, b.path, &reader, tolerance);
  }
  ScratchFolder a, b;
};

TEST(Compare, EqualRunsAreIdentical) {
  const TwoRuns runs;
  runs.b.write("summary.json", summary("12", 4));
  const Comparison comparison = runs.compare();
  EXPECT_TRUE(comparison.identical());
  EXPECT_EQ(comparison_exit_code(comparison), 0);
  const std::string text = comparison_text(comparison);
  EXPECT_THAT(text, EndsWith("\nidentical\n"));
  EXPECT_THAT(text, HasSubstr("Wave::phi  identical  identical (2 columns)\n"));
  EXPECT_THAT(text, HasSubstr("4 ranks"));
}

TEST(Compare, RemarksBeforeTheTableAreNoPartOfIt) {
  const TwoRuns runs;
  runs.b.write("scalars.tsv", "# lossy: zfp-1e-6 on link a-b\n" + std::string(table) +
                                  "10\t0.25\t-1\t0.25\t2\t3\n");
  EXPECT_TRUE(runs.compare().identical());
  runs.b.write("scalars.tsv", "# lossy\n" + std::string(table) + "10\t0.25\n");
  EXPECT_THAT(
      [&] { runs.compare(); },
      ::testing::Throws<Error>(::testing::Property(
          &Error::problems, ::testing::ElementsAre(::testing::Field(
                                &Problem::notes, ::testing::ElementsAre(HasSubstr("line 4")))))));
}

TEST(Compare, DifferentChecksumsAreFound) {
  const TwoRuns runs;
  runs.b.write("summary.json", summary("13"));
  const Comparison comparison = runs.compare();
  EXPECT_EQ(comparison_exit_code(comparison), 1);
  EXPECT_THAT(comparison_text(comparison), HasSubstr("Wave::phi  different"));
  EXPECT_THAT(comparison_text(comparison),
              EndsWith("\ndifferent: 1 of 3\n\nwhy they may differ is not known: " +
                       (runs.a.path / "provenance.json").string() + " cannot be read\n"));
}

TEST(Compare, TheLargestRelativeDifferenceOfTheScalarsIsShown) {
  const TwoRuns runs;
  runs.b.write("scalars.tsv", table + std::string("10\t0.25\t-1.0001\t0.2\t2\t3\n"));
  const Comparison comparison = runs.compare();
  const Comparison::Scalars& scalars = comparison.fields[0].scalars;
  EXPECT_EQ(scalars.column, "phi.l2");
  EXPECT_EQ(scalars.iteration, 10);
  EXPECT_DOUBLE_EQ(scalars.largest, 0.2);
  EXPECT_THAT(comparison_text(comparison),
              HasSubstr("0.2: phi.l2 at iteration 10 is 0.25 and 0.2\n"));
  EXPECT_FALSE(comparison.identical()) << "although the checksums agree";
  EXPECT_TRUE(comparison.fields[1].identical());
}

// The rows before the restart have NaN where the column was added then.
TEST(Compare, ColumnsThatARestartAddsAreComparedWhereBothRunsHaveThem) {
  const TwoRuns runs;
  const auto added = [&](const char* value) {
    runs.b.write("scalars.tsv",
                 "iteration\ttime [s]\tphi.min [m]\tphi.l2 [m]\tpi.min\tenergy [J]\n"
                 "0\t0\t-1\tnan\t2\t3\n10\t0.25\t-1\t" +
                     std::string(value) + "\t2\t3\n");
    return runs.compare();
  };
  EXPECT_FALSE(added("0.25").identical()) << "NaN of a run that was not restarted";
  runs.b.write("provenance.json", R"({"restarted_from": {"iteration": 5}})");
  const Comparison comparison = added("0.25");
  EXPECT_TRUE(comparison.identical());
  EXPECT_THAT(
      comparison_text(comparison),
      HasSubstr("added or left out at a restart, compared where both runs have it: phi.l2"));
  EXPECT_FALSE(added("0.2").identical());
  EXPECT_TRUE(added("nan").fields[0].scalars.largest > 0) << "a column of NaN alone is compared";
}

// What becomes NaN in a restarted run is a difference like any other.
TEST(Compare, ANaNThatNoRestartExplainsIsADifference) {
  const TwoRuns runs;
  const auto write = [](const ScratchFolder& run, const char* first, const char* second,
                        const char* third) {
    run.write("scalars.tsv", fmt::format("iteration\ttime [s]\tphi.l2 [m]\n"
                                         "0\t0\t{}\n10\t0.25\t{}\n20\t0.5\t{}\n",
                                         first, second, third));
  };
  runs.b.write("provenance.json", R"({"restarted_from": {"iteration": 5}})");
  write(runs.a, "1", "2", "3");
  write(runs.b, "1", "2", "nan");
  EXPECT_FALSE(runs.compare().identical()) << "long after the restart";
  write(runs.b, "nan", "nan", "3");
  EXPECT_FALSE(runs.compare().identical()) << "on both sides of the restart";
  write(runs.b, "1", "nan", "nan");
  EXPECT_TRUE(runs.compare().identical()) << "left out by the restart";
}

TEST(Compare, PositionsOfExtremaAreNoNorms) {
  const TwoRuns runs;
  const std::string header = "iteration\ttime [s]\tphi.max\tphi.maxloc.x [m]\n";
  runs.a.write("scalars.tsv", header + "10\t0.25\t1\t0.25\n");
  runs.b.write("scalars.tsv", header + "10\t0.25\t1\t0.75\n");
  EXPECT_FALSE(runs.compare().identical());
  EXPECT_THAT(comparison_text(runs.compare()),
              HasSubstr("Wave::phi  identical  positions of extrema differ\n"));
  runs.b.write("scalars.tsv", header + "10\t0.25\t1.01\t0.75\n");
  EXPECT_THAT(comparison_text(runs.compare()),
              HasSubstr("0.0099: phi.max at iteration 10 is 1 and 1.01\n"));
}

TEST(Compare, ANaNInOneRunIsADifference) {
  const TwoRuns runs;
  runs.b.write("scalars.tsv", table + std::string("10\t0.25\t-1\t0.25\tnan\t3\n"));
  EXPECT_FALSE(runs.compare().identical());
  runs.a.write("scalars.tsv", table + std::string("10\t0.25\t-1\t0.25\tnan\t3\n"));
  EXPECT_TRUE(runs.compare().identical());
}

TEST(Compare, DeclaredScalarsCountToo) {
  const TwoRuns runs;
  runs.b.write("scalars.tsv", table + std::string("10\t0.25\t-1\t0.25\t2\t4\n"));
  const Comparison comparison = runs.compare();
  EXPECT_EQ(comparison.fields.back().name, "energy");
  EXPECT_FALSE(comparison.identical());
}

TEST(Compare, WhatOneRunLacksIsSaid) {
  const TwoRuns runs;
  EXPECT_THAT(comparison_text(runs.compare()), HasSubstr("\nenergy     -          identical"));
  runs.b.write("scalars.tsv", "iteration\ttime [s]\tphi.min [m]\tphi.max [m]\n0\t0\t-1\t2\n");
  runs.b.write("summary.json",
               R"({"status": "finished", "iterations": 20, "time": 0.5, "points": 24,
                                   "ranks": 1, "checksums": {}})");
  const std::string text = comparison_text(runs.compare());
  EXPECT_THAT(text, HasSubstr("note: scalars.tsv: only in A: phi.l2, pi.min, energy\n"));
  EXPECT_THAT(text, HasSubstr("note: scalars.tsv: only in B: phi.max\n"));
  EXPECT_THAT(text, HasSubstr("note: B does not have checksums of fields in summary.json\n"));
  EXPECT_THAT(text, HasSubstr("Wave::phi  only in A  identical (1 column)\n"));
}

TEST(Compare, NothingInCommonIsNotCalledIdentical) {
  const TwoRuns runs;
  for (const ScratchFolder* run : {&runs.a, &runs.b}) {
    run->write("summary.json", R"({"status": "finished", "iterations": 20, "time": 0.5,
                                   "points": 24, "ranks": 1, "checksums": {}})");
    std::filesystem::remove(run->path / "scalars.tsv");
  }
  EXPECT_EQ(comparison_exit_code(runs.compare()), 1);
  const std::string text = comparison_text(runs.compare());
  EXPECT_THAT(text, HasSubstr("note: neither run has checksums of fields in summary.json\n"));
  EXPECT_THAT(text, HasSubstr("\nnothing was compared\n"));
}

TEST(Compare, OnlyCommonRowsCountAndThisIsSaid) {
  const TwoRuns runs;
  runs.b.write("scalars.tsv",
               std::string(table) + "5\t0.125\t9\t9\t9\t9\n10\t0.25\t-1\t0.25\t2\t3\n");
  const Comparison comparison = runs.compare();
  EXPECT_TRUE(comparison.identical());
  EXPECT_THAT(comparison_text(comparison),
              HasSubstr("note: scalars.tsv: 2 iterations are in both, of 2 and 3"));
}

TEST(Compare, ATableOfOneRunOnlyIsNotCalledIdentical) {
  const TwoRuns runs;
  std::filesystem::remove(runs.b.path / "scalars.tsv");
  EXPECT_EQ(comparison_exit_code(runs.compare()), 0);
  const std::string text = comparison_text(runs.compare());
  EXPECT_THAT(text, HasSubstr("note: only A has a scalars.tsv with rows"));
  EXPECT_THAT(text, EndsWith("\nchecksums identical; scalars not compared\n"));
  std::filesystem::remove(runs.a.path / "scalars.tsv");
  EXPECT_THAT(comparison_text(runs.compare()), EndsWith("\nidentical\n"));
  runs.b.write("scalars.tsv", table);
  runs.b.write("summary.json", summary("13"));
  EXPECT_THAT(comparison_text(runs.compare()), HasSubstr("\ndifferent: 1 of 2\n"));
}

TEST(Compare, TheFirstDifferentPointIsLocated) {
  const TwoRuns runs;
  runs.b.write("summary.json", summary("13"));
  for (const ScratchFolder* run : {&runs.a, &runs.b})
    run->write("fields/phi.it000000.txt", "0 3 1.5");
  runs.a.write("fields/phi.it000020.txt", "20 9 1.5");
  runs.b.write("fields/phi.it000020.txt", "20 9 1.25");
  const Comparison comparison = runs.compare();
  ASSERT_TRUE(comparison.fields[0].first);
  EXPECT_EQ(comparison.fields[0].first->index, (Index3{1, 1, 1}));
  EXPECT_THAT(comparison_text(comparison),
              HasSubstr("first difference of Wave::phi in the field files\n"
                        "   iteration 20, point (1, 1, 1), x = (-0.5, 0.5, 0.5) m: 1.5 and 1.25; 1 "
                        "of 24 points differ\n"));
}

TEST(Compare, EqualFieldFilesAreMentioned) {
  const TwoRuns runs;
  runs.b.write("summary.json", summary("13"));
  for (const ScratchFolder* run : {&runs.a, &runs.b})
    run->write("fields/phi.it000010.txt", "10 3 1.5");
  EXPECT_THAT(comparison_text(runs.compare()),
              HasSubstr("note: Wave::phi: the field files of iterations 10 are equal"));
}

TEST(Compare, ToleratedDifferencesOfScalarsAndFilesAgree) {
  const TwoRuns runs;
  runs.b.write("summary.json", summary("13"));
  runs.b.write("scalars.tsv", table + std::string("10\t0.25\t-1\t0.2500001\t2\t3\n"));
  runs.a.write("fields/phi.it000020.txt", "20 9 1.5");
  runs.b.write("fields/phi.it000020.txt", "20 9 1.500001");
  EXPECT_FALSE(runs.compare().identical());
  EXPECT_FALSE(runs.compare({.relative = 1e-7}).identical());
  const Comparison comparison = runs.compare({.relative = 1e-6});
  EXPECT_TRUE(comparison.identical());
  EXPECT_THAT(comparison_text(comparison), HasSubstr("agree within the tolerance"));
  EXPECT_TRUE(runs.compare({.absolute = 2e-6}).identical());
  runs.b.write("fields/phi.it000020.txt", "20 9 1.6");
  EXPECT_EQ(runs.compare({.relative = 1e-6}).fields[0].first->different, 1);
}

TEST(Compare, WithoutCommonFilesScalarsDecideWithinATolerance) {
  const TwoRuns runs;
  runs.b.write("summary.json", summary("13"));
  const Comparison comparison = runs.compare({.relative = 1e-6});
  EXPECT_TRUE(comparison.identical());
  EXPECT_THAT(comparison_text(comparison), HasSubstr("judged by its scalars alone"));
  for (const ScratchFolder* run : {&runs.a, &runs.b})
    run->write("scalars.tsv", "iteration\tenergy [J]\n0\t3\n");
  EXPECT_FALSE(runs.compare({.relative = 1e-6}).identical()) << "nothing of phi was compared";
}

TEST(Compare, NotFiniteValuesAreNeverTolerated) {
  const Tolerance all{.relative = 1, .absolute = 1e300};
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_TRUE(all.agree(infinity, infinity));
  EXPECT_TRUE(all.agree(std::nan(""), std::nan("")));
  EXPECT_FALSE(all.agree(infinity, 1));
  EXPECT_FALSE(all.agree(infinity, -infinity));
  EXPECT_FALSE(all.agree(std::nan(""), 1));
}

TEST(Compare, FilesOfASecondEntryFillInIterationsButDoNotHideTheFirst) {
  const TwoRuns runs;
  runs.b.write("summary.json", summary("13"));
  for (const ScratchFolder* run : {&runs.a, &runs.b}) {
    run->write("fields/phi.it000010.txt", "10 3 1.5");
    run->write("fields/phi-2.it000010.txt", run == &runs.a ? "10 3 1.5" : "10 3 8");
  }
  EXPECT_THAT(comparison_text(runs.compare()),
              HasSubstr("note: Wave::phi: the field files of iterations 10 are equal"));
  runs.a.write("fields/phi-2.it000015.txt", "15 9 1.5");
  runs.b.write("fields/phi-2.it000015.txt", "15 9 2.5");
  ASSERT_TRUE(runs.compare().fields[0].first);
  EXPECT_EQ(runs.compare().fields[0].first->iteration, 15);
}

TEST(Compare, AFieldOfOneRunOnlyIsADifference) {
  const TwoRuns runs;
  runs.b.write("summary.json",
               R"({"status": "finished", "iterations": 20, "time": 0.5, "points": 24, "ranks": 1, )"
               R"("checksums": {"Wave::pi": "77"}})");
  EXPECT_THAT(comparison_text(runs.compare()), HasSubstr("Wave::phi  only in A"));
  EXPECT_FALSE(runs.compare().identical());
}

TEST(Compare, FoldersThatHoldNoRunAreErrors) {
  const TwoRuns runs;
  const ScratchFolder empty, broken;
  broken.write("summary.json", "{");
  for (const ScratchFolder* folder : {&empty, &broken}) {
    try {
      compare_runs(runs.a.path, folder->path, nullptr);
      FAIL();
    } catch (const Error& error) {
      EXPECT_EQ(error.problems().front().slug, "run/no-summary");
    }
  }
}

TEST(Compare, BrokenTablesAreErrors) {
  const TwoRuns runs;
  runs.b.write("scalars.tsv", table + std::string("10\t0.25\t-1\n"));
  EXPECT_THROW(runs.compare(), Error);
  runs.b.write("scalars.tsv", table + std::string("10\t0.25\t-1\tx\t2\t3\n"));
  EXPECT_THROW(runs.compare(), Error);
  runs.b.write("scalars.tsv", table + std::string("10\t0.2"));  // still being written
  EXPECT_TRUE(runs.compare().identical());
}

}  // namespace
}  // namespace cardon
