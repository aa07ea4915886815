// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "cardon/error.hpp"
#include "line_output.hpp"
#include "support/local_transport.hpp"
#include "support/sample_run.hpp"

namespace cardon {
namespace {

SampleParameters parameters(const std::string& yaml) {
  return {{.path = "output.lines",
           .parameters = LineOutput::declarations(),
           .use = SectionUse::repeatable},
          yaml};
}

void write(const SampleRun& run, const ScratchFolder& folder, const std::string& options,
           int ranks = 1, int entries = 1) {
  const SampleParameters values = parameters("output: {lines: " + options + "}");
  on_ranks(ranks, [&](Transport& transport) {
    for (int entry = 0; entry < entries; ++entry) {
      LineOutput output;
      OutputSetup setup = run.setup(folder.path, values, "output.lines", transport);
      setup.instance = entry;
      output.open(setup);
      output.write(run.local(transport, 20)->snapshot);
      EXPECT_EQ(output.bytes_written() > 0, transport.rank() == 0);
    }
  });
}

std::string wrong(const SampleRun& run, const std::string& options) {
  const ScratchFolder folder;
  try {
    write(run, folder, options);
  } catch (const Error& error) {
    return error.problems().front().slug;
  }
  return "";
}

TEST(LineOutput, SaysWhatMadeTheRunInexact) {
  const SampleRun run({5, 5, 5});
  const ScratchFolder folder;
  const SampleParameters values = parameters("output: {lines: {}}");
  on_ranks(1, [&](Transport& transport) {
    LineOutput output;
    OutputSetup setup = run.setup(folder.path, values, "output.lines", transport);
    setup.losses = "zfp-1e-6 on link a-b";
    output.open(setup);
    output.write(run.local(transport, 20)->snapshot);
  });
  EXPECT_THAT(folder.text("lines/phi.x.it000020.tsv"),
              ::testing::StartsWith("# lossy: zfp-1e-6 on link a-b\nx [m]\tphi [m]\n"));
}

TEST(LineOutput, WritesTheLineThroughTheMiddle) {
  const SampleRun run({5, 5, 5});
  for (int ranks : {1, 2, 5}) {
    const ScratchFolder folder;
    write(run, folder, "{}", ranks);
    EXPECT_EQ(
        folder.text("lines/phi.x.it000020.tsv"),
        "x [m]\tphi [m]\n-1\t20200.25\n-0.5\t20201.25\n0\t20202.25\n0.5\t20203.25\n1\t20204.25\n");
    EXPECT_EQ(folder.text("lines/pi.x.it000020.tsv").substr(0, 9), "x [m]\tpi\n");
  }
}

TEST(LineOutput, GoesThroughTheGivenPoint) {
  const SampleRun run({5, 5, 3});
  const ScratchFolder folder;
  write(run, folder, "[{direction: z, through: [0.5, -1, 0]}, {direction: z, index: [0, 4, 2]}]", 2,
        2);
  EXPECT_EQ(folder.text("lines/phi.z.it000020.tsv"),
            "z [m]\tphi [m]\n-1\t3.25\n0\t10003.25\n1\t20003.25\n");
  EXPECT_EQ(folder.text("lines/phi.z-2.it000020.tsv"),
            "z [m]\tphi [m]\n-1\t400.25\n0\t10400.25\n1\t20400.25\n");
}

TEST(LineOutput, PlanesHaveTwoCoordinates) {
  const SampleRun run({3, 5, 2});
  const ScratchFolder folder;
  write(run, folder, "{plane: xz, index: [0, 1, 0]}", 2);
  EXPECT_EQ(folder.text("lines/phi.xz.it000020.tsv"),
            "x [m]\tz [m]\tphi [m]\n-1\t-1\t100.25\n0\t-1\t101.25\n1\t-1\t102.25\n"
            "-1\t1\t10100.25\n0\t1\t10101.25\n1\t1\t10102.25\n");
}

TEST(LineOutput, SuitsGridsOfOneDirection) {
  const SampleRun run({3, 1, 1});
  const ScratchFolder folder;
  write(run, folder, "{through: [0]}");
  EXPECT_EQ(folder.text("lines/phi.x.it000020.tsv"),
            "x [m]\tphi [m]\n-1\t0.25\n0\t1.25\n1\t2.25\n");
}

TEST(LineOutput, MistakesAreNamed) {
  const SampleRun box({5, 5, 5});
  EXPECT_EQ(wrong(box, "{direction: x, plane: xy}"), "output/line-or-plane");
  EXPECT_EQ(wrong(box, "{through: [0, 0, 0], index: [0, 0, 0]}"), "output/two-places");
  EXPECT_EQ(wrong(box, "{through: [0, 3, 0]}"), "output/outside-domain");
  EXPECT_EQ(wrong(box, "{index: [0, 0, 5]}"), "output/outside-domain");
  EXPECT_EQ(wrong(box, "{through: [0, 0]}"), "output/wrong-length");
  EXPECT_EQ(wrong(SampleRun({5, 5, 1}), "{direction: z}"), "output/no-such-direction");
  EXPECT_EQ(wrong(SampleRun({5, 5, 1}), "{plane: yz}"), "output/no-such-plane");
  EXPECT_EQ(wrong(box, "{through: [9, 0, 0]}"), "")
      << "the coordinate along the line does not matter";
}

}  // namespace
}  // namespace cardon
