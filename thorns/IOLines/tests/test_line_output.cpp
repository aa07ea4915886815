// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <cardon/kit/table_part.hpp>
#include <cardon/thorn/error.hpp>

#include "line_output.hpp"
#include "support/files_below.hpp"
#include "support/site_writers.hpp"

namespace cardon {
namespace {

const SiteWriters<LineOutput> writers("lines", 20);

TEST(LineOutput, AThreadWritesTheSameTables) {
  const SampleFields run({9, 8, 7});
  for (const int sites : {2, 4}) {
    const ScratchFolder at_once, beside;
    const std::vector<long> iterations = {20, 40};
    writers.write_sites(run, at_once, "{plane: xz}", sites, true, iterations);
    writers.write_sites(run, beside, "{plane: xz}", sites, true, iterations, true);
    EXPECT_EQ(files_below(at_once).size(), 4u);
    EXPECT_TRUE(files_below(at_once) == files_below(beside));
  }
}

TEST(LineOutput, SaysWhatMadeTheRunInexact) {
  const SampleFields run({5, 5, 5});
  const ScratchFolder folder;
  const SampleParameters values = writers.parameters("{}");
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
  const SampleFields run({5, 5, 5});
  for (int ranks : {1, 2, 5}) {
    const ScratchFolder folder;
    writers.write(run, folder, "{}", ranks);
    EXPECT_EQ(
        folder.text("lines/phi.x.it000020.tsv"),
        "x [m]\tphi [m]\n-1\t20200.25\n-0.5\t20201.25\n0\t20202.25\n0.5\t20203.25\n1\t20204.25\n");
    EXPECT_EQ(folder.text("lines/pi.x.it000020.tsv").substr(0, 9), "x [m]\tpi\n");
  }
}

TEST(LineOutput, SitesMakeOneTableOfTheirRows) {
  const SampleFields run({5, 3, 6});
  for (const char* options : {"{direction: z}", "{direction: x}", "{plane: xz}", "{plane: yz}"}) {
    const ScratchFolder one, sites;
    writers.write(run, one, options);
    writers.write_sites(run, sites, options, 2);
    for (const auto& entry : std::filesystem::directory_iterator(one.path / "lines")) {
      const std::string file = "lines/" + entry.path().filename().string();
      EXPECT_EQ(one.text(file), sites.text(file));
    }
    EXPECT_EQ(writers.files_in(sites), 2) << "parts are gone";
  }
}

TEST(LineOutput, PartsOfSitesThatSeeNoCommonStorageStay) {
  const SampleFields run({5, 3, 6});
  const ScratchFolder one, sites;
  writers.write(run, one, "{direction: z}");
  writers.write_sites(run, sites, "{direction: z}", 2, false);
  EXPECT_EQ(writers.files_in(sites), 4);
  EXPECT_THAT(sites.text("lines/phi.z.it000020.b.tsv"),
              ::testing::StartsWith("# part {\"site\":\"b\",\"sites\":[\"a\",\"b\"]}\nz [m]\t"));
  std::vector<std::filesystem::path> parts;
  for (const char* site : {"b", "a"})
    parts.push_back(sites.path / "lines" / (std::string("phi.z.it000020.") + site + ".tsv"));
  join_tables(parts, sites.path / "whole.tsv");
  EXPECT_EQ(sites.text("whole.tsv"), one.text("lines/phi.z.it000020.tsv"));
  EXPECT_EQ(read_table_part(parts[0]).site, "b");
  EXPECT_TRUE(read_table_part(sites.path / "whole.tsv").sites.empty());
}

TEST(LineOutput, DamagedPartsAreNamed) {
  const ScratchFolder folder;
  writers.write_sites(SampleFields({5, 3, 6}), folder, "{direction: z}", 2, false);
  const std::string file = "lines/phi.z.it000020.a.tsv", good = folder.text(file);
  const std::vector<std::filesystem::path> parts = {folder.path / file};
  for (const std::string& bad : {std::string(), good.substr(0, good.size() - 1), good + "x\t1\n",
                                 good.substr(good.find('\n') + 1)}) {
    folder.write(file, bad);
    EXPECT_THROW(join_tables(parts, folder.path / "whole.tsv"), Error);
  }
  folder.write(file, "# part {}\n");
  EXPECT_THROW(read_table_part(parts[0]), Error);
}

TEST(LineOutput, GoesThroughTheGivenPoint) {
  const SampleFields run({5, 5, 3});
  const ScratchFolder folder;
  writers.write(run, folder,
                "[{direction: z, through: [0.5, -1, 0]}, {direction: z, index: [0, 4, 2]}]", 2, 2);
  EXPECT_EQ(folder.text("lines/phi.z.it000020.tsv"),
            "z [m]\tphi [m]\n-1\t3.25\n0\t10003.25\n1\t20003.25\n");
  EXPECT_EQ(folder.text("lines/phi.z-2.it000020.tsv"),
            "z [m]\tphi [m]\n-1\t400.25\n0\t10400.25\n1\t20400.25\n");
}

TEST(LineOutput, PlanesHaveTwoCoordinates) {
  const SampleFields run({3, 5, 2});
  const ScratchFolder folder;
  writers.write(run, folder, "{plane: xz, index: [0, 1, 0]}", 2);
  EXPECT_EQ(folder.text("lines/phi.xz.it000020.tsv"),
            "x [m]\tz [m]\tphi [m]\n-1\t-1\t100.25\n0\t-1\t101.25\n1\t-1\t102.25\n"
            "-1\t1\t10100.25\n0\t1\t10101.25\n1\t1\t10102.25\n");
}

TEST(LineOutput, SuitsGridsOfOneDirection) {
  const SampleFields run({3, 1, 1});
  const ScratchFolder folder;
  writers.write(run, folder, "{through: [0]}");
  EXPECT_EQ(folder.text("lines/phi.x.it000020.tsv"),
            "x [m]\tphi [m]\n-1\t0.25\n0\t1.25\n1\t2.25\n");
}

TEST(LineOutput, MistakesAreNamed) {
  const SampleFields box({5, 5, 5});
  EXPECT_EQ(writers.wrong(box, "{direction: x, plane: xy}"), "output/line-or-plane");
  EXPECT_EQ(writers.wrong(box, "{through: [0, 0, 0], index: [0, 0, 0]}"), "output/two-places");
  EXPECT_EQ(writers.wrong(box, "{through: [0, 3, 0]}"), "output/outside-domain");
  EXPECT_EQ(writers.wrong(box, "{index: [0, 0, 5]}"), "output/outside-domain");
  EXPECT_EQ(writers.wrong(box, "{through: [0, 0]}"), "output/wrong-length");
  EXPECT_EQ(writers.wrong(SampleFields({5, 5, 1}), "{direction: z}"), "output/no-such-direction");
  EXPECT_EQ(writers.wrong(SampleFields({5, 5, 1}), "{plane: yz}"), "output/no-such-plane");
  EXPECT_EQ(writers.wrong(box, "{through: [9, 0, 0]}"), "")
      << "the coordinate along the line does not matter";
}

}  // namespace
}  // namespace cardon
