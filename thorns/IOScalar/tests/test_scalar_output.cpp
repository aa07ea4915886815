// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <sys/resource.h>

#include <algorithm>
#include <cardon/thorn/error.hpp>
#include <csignal>
#include <latch>
#include <set>

#include "scalar_output.hpp"
#include "support/local_transport.hpp"
#include "support/sample_fields.hpp"

namespace cardon {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

SampleParameters parameters(const std::string& yaml) {
  return {{.path = "output.scalars",
           .parameters = {declare(ScalarOutput::reductions)},
           .use = SectionUse::on_request},
          yaml};
}

// What a run of `steps` outputs leaves in scalars.tsv.
std::string table(const SampleFields& run, const std::string& reductions, int ranks,
                  int steps = 1) {
  const ScratchFolder folder;
  const SampleParameters values = parameters("output: {scalars: {reductions: " + reductions + "}}");
  on_ranks(ranks, [&](Transport& transport) {
    ScalarOutput output;
    output.open(run.setup(folder.path, values, "output.scalars", transport));
    for (int n = 0; n < steps; ++n) {
      const auto local = run.local(transport, 10 * n);
      for (const ScalarInfo& scalar : run.program.scalars)
        local->snapshot.scalars.push_back({&scalar, 0.1 * n});
      output.write(local->snapshot);
    }
    output.close();
    EXPECT_EQ(output.bytes_written() > 0, transport.rank() == 0);
  });
  return folder.text("scalars.tsv");
}

TEST(ScalarOutput, WritesOneRowWithHeaderAndUnits) {
  const SampleFields run({3, 1, 1}, [](int i, int, int) { return i - 1.5; });
  EXPECT_THAT(table(run, "[min, max, mean, sum, l1, linf, count]", 1),
              StartsWith("iteration\ttime [s]\tphi.min [m]\tphi.max [m]\tphi.mean [m]\tphi.sum "
                         "[m]\tphi.l1 [m]\tphi.linf [m]"
                         "\tphi.count\tpi.min\tpi.max\tpi.mean\tpi.sum\tpi.l1\tpi.linf\tpi.count\n"
                         "0\t0\t-1.5\t0.5\t-0.5\t-1.5\t0.8333333333333334\t1.5\t3\t"));
}

TEST(ScalarOutput, SaysWhatMadeTheRunInexact) {
  const SampleFields run({3, 1, 1});
  const ScratchFolder folder;
  const SampleParameters values = parameters("output: {scalars: {reductions: [max]}}");
  on_ranks(1, [&](Transport& transport) {
    ScalarOutput output;
    OutputSetup setup = run.setup(folder.path, values, "output.scalars", transport);
    setup.losses = "zfp-1e-6 on link a-b";
    output.open(setup);
  });
  EXPECT_EQ(folder.text("scalars.tsv"),
            "# lossy: zfp-1e-6 on link a-b\niteration\ttime [s]\tphi.max [m]\tpi.max\n");
}

TEST(ScalarOutput, FieldsWithoutReductionsAreRefused) {
  SampleFields run({4, 4, 4});
  run.program.scalars = {{.name = "energy", .thorn = "Wave", .unit = "J"}};
  const SampleParameters values = parameters("output: {scalars: {reductions: []}}");
  on_ranks(1, [&](Transport& transport) {
    ScalarOutput output;
    OutputSetup setup = run.setup("/nowhere", values, "output.scalars", transport);
    try {
      output.prepare(setup);
      ADD_FAILURE();
    } catch (const Error& error) {
      EXPECT_EQ(error.problems().front().slug, "output/no-reductions");
      EXPECT_EQ(error.problems().front().message, "no reduction is given for phi");
      EXPECT_EQ(error.problems().front().where.line, 1);
    }
    setup.fields.clear();
    EXPECT_NO_THROW(output.prepare(setup));
  });
}

TEST(ScalarOutput, PlacesAreCoordinates) {
  const SampleFields run({5, 3, 1}, [](int i, int j, int) { return i == 1 && j == 2 ? 9 : 0; });
  const std::string text = table(run, "[maxloc]", 2);
  EXPECT_THAT(
      text, StartsWith("iteration\ttime [s]\tphi.maxloc.x [m]\tphi.maxloc.y [m]\tpi.maxloc.x [m]"));
  EXPECT_THAT(text, HasSubstr("\n0\t0\t-0.5\t1\t"));
}

TEST(ScalarOutput, DeclaredScalarsFollowTheFields) {
  SampleFields run({4, 4, 4});
  run.program.scalars = {{.name = "energy", .thorn = "Wave", .unit = "J"}};
  const std::string text = table(run, "[min]", 2, 4);
  EXPECT_THAT(text, StartsWith("iteration\ttime [s]\tphi.min [m]\tpi.min\tenergy [J]\n"));
  EXPECT_THAT(text, HasSubstr("\t0.30000000000000004\n"));
}

TEST(ScalarOutput, IsTheSameByteForByteOnAnyNumberOfRanks) {
  const SampleFields run({7, 5, 12}, [](int i, int j, int k) {
    return std::sin(i + 0.1 * j) * std::pow(10.0, k - 6);
  });
  std::set<std::string> tables;
  for (int ranks : {1, 2, 3, 5, 8})
    tables.insert(
        table(run, "[min, max, mean, sum, l1, l2, linf, minloc, maxloc, count]", ranks, 3));
  EXPECT_EQ(tables.size(), 1u);
  EXPECT_EQ(std::count(tables.begin()->begin(), tables.begin()->end(), '\n'), 4);
}

// What comes while a step is computed counts as the field does, if all of it comes, in that step.
TEST(ScalarOutput, TakesTheRowsThatItSeesDuringTheStep) {
  const SampleFields run({4, 4, 6}), other({4, 4, 6}, [](int, int, int) { return 7.0; });
  const SampleParameters values = parameters("output: {scalars: {reductions: [max, sum]}}");
  const ScratchFolder folder;
  on_ranks(2, [&](Transport& transport) {
    ScalarOutput output;
    output.open(run.setup(folder.path, values, "output.scalars", transport, 1));
    ASSERT_NE(output.row_reader(), nullptr);
    const auto read = run.local(transport, 0, 1), shown = other.local(transport, 0, 1);
    const FieldPiece& all = shown->snapshot.fields[0].pieces[0];
    FieldPiece lower = all, upper = all;
    lower.box.hi[1] = upper.box.lo[1] = 1;
    for (const int iteration : {1, 2, 3, 4}) {
      read->snapshot.iteration = iteration;
      if (iteration != 3) output.row_reader()->begin_rows(iteration, 2);
      output.row_reader()->see(1, 0, lower);
      if (iteration != 2) output.row_reader()->see(0, 0, upper);
      if (iteration == 4) output.row_reader()->begin_rows(iteration, 2);
      output.write(read->snapshot);
    }
  });
  EXPECT_THAT(folder.text("scalars.tsv"), HasSubstr("\n1\t0\t7\t672\n"
                                                    "2\t0\t50303.25\t2414568\n"
                                                    "3\t0\t50303.25\t2414568\n"
                                                    "4\t0\t50303.25\t2414568\n"));
}

TEST(ScalarOutput, ARowCostsNoCollective) {
  const SampleFields run({4, 4, 6});
  const SampleParameters values = parameters("output: {scalars: {}}");
  const ScratchFolder folder;
  long with[2] = {0, 0};
  for (int rows : {0, 1})
    with[rows] = on_ranks(3, [&](Transport& transport) {
      ScalarOutput output;
      output.open(run.setup(folder.path, values, "output.scalars", transport));
      if (rows == 1) output.write(run.local(transport, 0)->snapshot);
      output.close();
    });
  EXPECT_EQ(with[1] - with[0], 0);
}

TEST(ScalarOutput, NobodyWaitsForTheRankThatWrites) {
  const SampleFields run({4, 4, 6});
  const SampleParameters values = parameters("output: {scalars: {reductions: [count]}}");
  const ScratchFolder folder;
  std::latch all_but_one(2);
  on_ranks(3, [&](Transport& transport) {
    ScalarOutput output;
    output.open(run.setup(folder.path, values, "output.scalars", transport));
    for (const int iteration : {0, 1, 2}) {
      if (transport.rank() == 0 && iteration == 0) all_but_one.wait();
      output.write(run.local(transport, iteration)->snapshot);
      if (transport.rank() != 0 && iteration == 2) all_but_one.count_down();
    }
    output.close();
  });
  EXPECT_THAT(folder.text("scalars.tsv"), HasSubstr("\n0\t0\t96\t96\n1\t0.0625\t96\t96\n2\t"));
}

TEST(ScalarOutput, ANaNIsShown) {
  const SampleFields run({4, 4, 4},
                         [](int i, int j, int k) { return i + j + k == 5 ? std::nan("") : 1; });
  EXPECT_THAT(table(run, "[min, l2]", 2), HasSubstr("\n0\t0\tnan\tnan\t"));
}

TEST(ScalarOutput, AFolderThatCannotBeWrittenStopsAllRanks) {
  const SampleFields run({4, 4, 4});
  const SampleParameters values = parameters("output: {scalars: {}}");
  on_ranks(2, [&](Transport& transport) {
    ScalarOutput output;
    EXPECT_THROW(output.open(run.setup("/proc/nowhere", values, "output.scalars", transport)),
                 Error);
  });
}

// The limit on the size of files stands for a disk that fills up: the header and some rows fit, the
// next does not. Then there is room again.
TEST(ScalarOutput, RowsThatDoNotFitAreLeftOutWhole) {
  rlimit before;
  getrlimit(RLIMIT_FSIZE, &before);
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  const rlimit limit{300, before.rlim_max};
  setrlimit(RLIMIT_FSIZE, &limit);
  const ScratchFolder folder;
  const SampleFields run({4, 4, 4});
  const SampleParameters values = parameters("output: {scalars: {}}");
  std::vector<int> failures(3);
  on_ranks(3, [&](Transport& transport) {
    ScalarOutput output;
    output.open(run.setup(folder.path, values, "output.scalars", transport));
    for (int row = 0; row < 10; ++row) {
      if (row == 9 && transport.rank() == 0) setrlimit(RLIMIT_FSIZE, &before);
      try {
        output.write(run.local(transport, row)->snapshot);
      } catch (const Error& error) {
        EXPECT_EQ(error.exit_code(), exit_environment);
        EXPECT_THAT(error.what(), HasSubstr("File too large"));
        ++failures[std::size_t(transport.rank())];
      }
    }
  });
  std::signal(SIGXFSZ, handler);
  EXPECT_GT(failures[0], 0);
  EXPECT_LT(failures[0], 9);
  EXPECT_EQ(failures[1] + failures[2], 0);
  const std::string text = folder.text("scalars.tsv");
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 11 - failures[0]);
  EXPECT_THAT(text, HasSubstr("\n9\t"));
}

TEST(ScalarOutput, UnknownReductionsAreAnswered) {
  try {
    parameters("output: {scalars: {reductions: [min, l3]}}");
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("l3"));
  }
}

}  // namespace
}  // namespace cardon
