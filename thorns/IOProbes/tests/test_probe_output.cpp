// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <sys/resource.h>

#include <cardon/thorn/error.hpp>
#include <csignal>

#include "probe_output.hpp"
#include "support/local_transport.hpp"
#include "support/sample_fields.hpp"

namespace cardon {
namespace {

using ::testing::ElementsAre;
using ::testing::StartsWith;

SampleParameters parameters(const std::string& options) {
  std::vector<ParameterDeclaration> all = ProbeOutput::declarations();
  all.push_back(declare(Parameter<List<std::string_view>>{"fields", {}, "Of the flesh"}));
  return {{.path = "output.probes", .parameters = all, .use = SectionUse::repeatable},
          "output: {probes: " + options + "}"};
}

struct Goal {
  const ScratchFolder& folder;
  EarlierRun earlier = {};
  std::vector<long> iterations = {20, 40};
  int fields = 1, entries = 1;
  std::string losses = "";
};

void write(const SampleFields& run, const std::string& options, int ranks, const Goal& goal) {
  const SampleParameters values = parameters(options);
  on_ranks(ranks, [&](Transport& transport) {
    for (int entry = 0; entry < goal.entries; ++entry) {
      ProbeOutput output;
      OutputSetup setup =
          run.setup(goal.folder.path, values, "output.probes", transport, goal.fields);
      setup.instance = entry;
      setup.earlier = goal.earlier;
      setup.losses = goal.losses;
      output.open(setup);
      for (const long iteration : goal.iterations)
        output.write(run.local(transport, iteration, goal.fields)->snapshot);
      output.close();
      EXPECT_EQ(output.bytes_written() > 0, transport.rank() == 0);
    }
  });
}

std::vector<std::string> wrong(const SampleFields& run, const std::string& options,
                               int fields = 1) {
  return run.problems_of<ProbeOutput>(parameters(options), "output.probes", fields);
}

TEST(ProbeOutput, WritesARowPerOutputAndAColumnPerFieldAndProbe) {
  const SampleFields run({5, 5, 5});
  for (const int ranks : {1, 2, 5}) {
    const ScratchFolder folder;
    write(run, "{points: {west: [-0.75, 0, 0], top: [0.5, 0.5, 1]}, order: 2}", ranks,
          {.folder = folder});
    EXPECT_EQ(folder.text("probes.tsv"),
              "iteration\ttime [s]\tphi.west [m]\tphi.top [m]\n"
              "20\t1.25\t20200.75\t40303.25\n40\t2.5\t20200.75\t40303.25\n");
    EXPECT_EQ(folder.text("probes.points.tsv"),
              "probe\tx [m]\ty [m]\tz [m]\torder\nwest\t-0.75\t0\t0\t2\ntop\t0.5\t0.5\t1\t2\n");
  }
}

TEST(ProbeOutput, LinesAndListsAreNumbered) {
  const SampleFields run({5, 5, 1});
  const ScratchFolder folder;
  write(run,
        "{points: [[0, 0], [1, 1]], line: [{from: [-1, 0], to: [1, 1], count: 3}, {from: [0, 0], "
        "to: [0, 1], count: 2, name: r}]}",
        2, {.folder = folder});
  EXPECT_EQ(folder.text("probes.points.tsv"),
            "probe\tx [m]\ty [m]\torder\np1\t0\t0\t3\np2\t1\t1\t3\np3\t-1\t0\t3\n"
            "p4\t0\t0.5\t3\np5\t1\t1\t3\nr1\t0\t0\t3\nr2\t0\t1\t3\n");
}

TEST(ProbeOutput, DerivativesFollowTheValuesOfAField) {
  const SampleFields run({5, 5, 1});
  const ScratchFolder folder;
  write(run, "{points: {a: [0.1, 0.2]}, derivatives: 2}", 1,
        {.folder = folder, .iterations = {0}, .fields = 2});
  EXPECT_THAT(folder.text("probes.tsv"),
              StartsWith("iteration\ttime [s]\tphi.a [m]\tphi.dx.a [m/m]\tphi.dy.a "
                         "[m/m]\tphi.dxx.a [m/m^2]\tphi.dxy.a [m/m^2]\tphi.dyy.a "
                         "[m/m^2]\tpi.a\tpi.dx.a [1/m]\t"));
}

TEST(ProbeOutput, SuitsGridsOfOneDirectionAndSaysWhatMadeTheRunInexact) {
  const ScratchFolder folder;
  write(SampleFields({5, 1, 1}), "{points: {a: 0.5, b: [1]}}", 1,
        {.folder = folder, .iterations = {0}, .losses = "zfp-1e-6 on link a-b"});
  EXPECT_EQ(folder.text("probes.tsv"),
            "# lossy: zfp-1e-6 on link a-b\niteration\ttime [s]\tphi.a [m]\tphi.b "
            "[m]\n0\t0\t3.25\t4.25\n");
}

TEST(ProbeOutput, EveryEntryHasFilesOfItsOwn) {
  const ScratchFolder folder;
  write(SampleFields({5, 1, 1}), "[{points: [0]}, {points: [0.5]}, {points: [1], file: traces}]", 1,
        {.folder = folder, .iterations = {0}, .entries = 3});
  EXPECT_THAT(folder.text("probes.tsv"), ::testing::EndsWith("\t2.25\n"));
  EXPECT_THAT(folder.text("probes-2.tsv"), ::testing::EndsWith("\t3.25\n"));
  EXPECT_THAT(folder.text("traces.tsv"), ::testing::EndsWith("\t4.25\n"));
  EXPECT_EQ(folder.text("traces.points.tsv"), "probe\tx [m]\torder\np1\t1\t3\n");
}

TEST(ProbeOutput, RowsOfAnEarlierRunStayIfThePlacesDo) {
  const SampleFields run({5, 5, 1});
  const ScratchFolder whole, first;
  const std::string options = "{points: {a: [0.3, 0.1]}}";
  write(run, options, 1, {.folder = whole, .iterations = {0, 10, 20, 30}});
  write(run, options, 2, {.folder = first, .iterations = {0, 10, 20}});
  const EarlierRun earlier{first.path, 10};
  {
    const ScratchFolder second;
    write(run, options, 3, {.folder = second, .earlier = earlier, .iterations = {20, 30}});
    EXPECT_EQ(second.text("probes.tsv"), whole.text("probes.tsv"));
  }
  for (const char* other : {"{points: {a: [0.3, 0.2]}}", "{points: {b: [0.3, 0.1]}}",
                            "{points: {a: [0.3, 0.1]}, order: 2}"}) {
    const ScratchFolder second;
    write(run, other, 1, {.folder = second, .earlier = earlier, .iterations = {20, 30}});
    EXPECT_THAT(second.text("probes.tsv"), ::testing::HasSubstr("[m]\n20\t")) << other;
  }
}

// The limit on the size of files stands for a disk that is full for some time.
TEST(ProbeOutput, ARowThatDoesNotFitIsLeftOutAndOtherRanksKnowNothingOfIt) {
  rlimit before;
  getrlimit(RLIMIT_FSIZE, &before);
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  const rlimit limit{50, before.rlim_max};
  const SampleFields run({5, 5, 3});
  const ScratchFolder folder;
  const SampleParameters values = parameters("{points: {a: [0.3, 0.2, 0.9]}, order: 2}");
  std::vector<int> failures(3);
  on_ranks(3, [&](Transport& transport) {
    ProbeOutput output;
    output.open(run.setup(folder.path, values, "output.probes", transport, 1));
    for (const long iteration : {0, 1, 2}) {
      if (transport.rank() == 0) setrlimit(RLIMIT_FSIZE, iteration == 1 ? &limit : &before);
      try {
        output.write(run.local(transport, iteration, 1)->snapshot);
      } catch (const Error& error) {
        EXPECT_EQ(error.problems().front().slug, "output/write-failed");
        ++failures[std::size_t(transport.rank())];
      }
    }
  });
  setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handler);
  EXPECT_THAT(failures, ElementsAre(1, 0, 0));
  EXPECT_THAT(folder.text("probes.tsv"),
              ::testing::MatchesRegex(
                  "iteration\ttime \\[s\\]\tphi.a \\[m\\]\n0\t0\t[0-9.]+\n2\t[0-9.]+\t[0-9.]+\n"));
}

TEST(ProbeOutput, MistakesAreAllTold) {
  const SampleFields run({5, 5, 3});
  EXPECT_THAT(
      wrong(run,
            "{points: [[0, 0, 0], [0, 3, 0], [0, 0], [0, x, 0], [-7, 0, 0]], order: "
            "3, file: a/b}"),
      ElementsAre("output/outside-domain 39", "output/wrong-length 50", "parameter/wrong-type 62",
                  "output/outside-domain 69", "output/thin-grid 89", "output/file-name 98"));
  EXPECT_THAT(
      wrong(run,
            "{points: {a: [0, 0, 0], 'b c': [0, 0, 0]}, line: [{from: [0, 0, 0], to: "
            "[0, 0, 9], count: 2, name: a}, {form: 1}, {from: [0, 0, 0]}, 7], order: "
            "1, derivatives: 2, file: scalars}"),
      ElementsAre("output/probe-name 42", "output/outside-domain 90", "parameter/unknown 122",
                  "parameter/wrong-type 132", "parameter/wrong-type 151", "output/derivatives 178",
                  "output/file-name 187"));
  EXPECT_THAT(wrong(run,
                    "{points: {a1: [0, 0, 0], a2: [0, 0, 0]}, line: {from: [0, 0, 0], to: [0, 0, "
                    "1], count: 2, name: a}, order: 2}"),
              ElementsAre("output/probe-name 114"))
      << "both names of the line, told once";
  EXPECT_THAT(wrong(run, "{line: {from: [0, 0, 0], to: [0, 0, 1], count: 20, name: /}, order: 2}"),
              ElementsAre("output/probe-name 75"));
  EXPECT_THAT(wrong(run, "{points: [[0, 0, 0]], order: 2}", 0),
              ElementsAre(::testing::StartsWith("output/no-fields ")));
  EXPECT_THAT(wrong(run, "{order: 2}"), ElementsAre("output/no-points 10"));
  EXPECT_THAT(wrong(run, "{points: [], order: 2}"),
              ElementsAre(::testing::StartsWith("output/no-points ")));
  EXPECT_THAT(wrong(run, "{points: {}, line: [], order: 2}"),
              ElementsAre(::testing::StartsWith("output/no-points ")));
  EXPECT_THAT(wrong(run, "{points: 3, order: 2}"), ElementsAre("parameter/wrong-type 27"));
}

}  // namespace
}  // namespace cardon
