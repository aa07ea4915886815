// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <cardon/services/parameter_input.hpp>
#include <cmath>
#include <sstream>

#include "../support/local_transport.hpp"
#include "machine/machine_reader.hpp"
#include "probe/figures.hpp"
#include "probe/machine_report.hpp"

namespace cardon {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(ProbeFigures, HaveUnitsThatNeedNoPowerOfTen) {
  EXPECT_EQ(latency_text(0), "0 us");
  EXPECT_EQ(latency_text(1.234e-6), "1.23 us");
  EXPECT_EQ(latency_text(999.4e-6), "999 us");
  EXPECT_EQ(latency_text(999.7e-6), "0.9997 ms");
  EXPECT_EQ(latency_text(37.5e-3), "37.5 ms");
  EXPECT_EQ(latency_text(9.9999), "10 s");
  EXPECT_EQ(bandwidth_text(95.42e6), "95.42 MB/s");
  EXPECT_EQ(bandwidth_text(999.96e6), "1 GB/s");
  EXPECT_EQ(bandwidth_text(12.34e9), "12.3 GB/s");
  EXPECT_EQ(bandwidth_text(1234e9), "1.23 TB/s");
}

TEST(ProbeFigures, OfManyRanksNameTheFirst) {
  EXPECT_EQ(ranks_text({}), "");
  EXPECT_EQ(ranks_text({3}), "3");
  EXPECT_EQ(ranks_text({0, 1, 2, 3, 4, 5, 6, 7}), "0, 1, 2, 3, 4, 5, 6, 7");
  EXPECT_EQ(ranks_text({0, 1, 2, 3, 4, 5, 6, 7, 9}), "0, 1, 2, 3, 4, 5, 6, 7, ... (9 ranks)");
}

MachineReport two_sites() {
  MachineReport report;
  report.ranks = 4;
  report.machine.sites = {{.name = "A", .ranks = {0, 1}, .hosts = {"node-1", "007"}},
                          {.name = "B", .ranks = {2, 3}, .hosts = {"yes", "n: o"}}};
  SiteLink link;
  link.sites[1] = 1;
  link.latency = 0.0312345;
  link.bandwidth = 12.5e6;
  report.machine.links = {link};
  return report;
}

MachineSpec read_back(const MachineReport& report) {
  ParameterInput input;
  std::string text = "machine:\n", yaml = report.yaml(), line;
  std::istringstream lines(yaml);
  while (std::getline(lines, line)) text += "  " + line + "\n";
  input.add_text("machine.yaml", text);
  std::vector<Problem> problems;
  MachineSpec spec = read_machine(*input.layers().at(0).find("machine"), problems);
  EXPECT_THAT(problems, IsEmpty()) << yaml << format_problems(problems);
  return spec;
}

TEST(MachineReportFile, IsReadBack) {
  const MachineSpec spec = read_back(two_sites());
  ASSERT_EQ(spec.sites.size(), 2u);
  EXPECT_THAT(spec.sites[0].hosts, ElementsAre("node-1", "007"));
  EXPECT_THAT(spec.sites[1].hosts, ElementsAre("yes", "n: o"));
  ASSERT_EQ(spec.links.size(), 1u);
  EXPECT_NEAR(spec.links[0].latency, 0.0312345, 1e-5);
  EXPECT_NEAR(spec.links[0].bandwidth, 12.5e6, 1e3);
}

// Such as between ranks of one host.
TEST(MachineReportFile, HoldsFiguresOfFastLinks) {
  MachineReport report = two_sites();
  report.machine.links[0].latency = 1.5e-7;
  report.machine.links[0].bandwidth = 123.4e9;
  const MachineSpec spec = read_back(report);
  EXPECT_NEAR(spec.links[0].latency, 1.5e-7, 1e-10);
  EXPECT_NEAR(spec.links[0].bandwidth, 123.4e9, 1e8);
}

TEST(ProbeMachine, IsTheSameOnAllRanks) {
  std::vector<std::string> files(2);
  on_ranks(2, [&](Transport& transport) {
    const MachineReport report = probe_machine(transport, nullptr, 1e-3);
    ASSERT_EQ(report.hosts.size(), 1u);
    EXPECT_THAT(report.hosts[0].ranks, ElementsAre(0, 1));
    EXPECT_GT(report.hosts[0].cores, 0);
    ASSERT_EQ(report.rank_pairs.size(), 1u);
    EXPECT_EQ(report.rank_pairs[0].a, 0);
    EXPECT_EQ(report.rank_pairs[0].b, 1);
    EXPECT_GT(report.rank_pairs[0].bandwidth, 0);
    EXPECT_TRUE(std::isfinite(report.rank_pairs[0].bandwidth));
    EXPECT_GE(report.rank_pairs[0].latency, 0);
    EXPECT_THAT(report.site_pairs, IsEmpty());
    files[std::size_t(transport.rank())] = report.yaml();
  });
  EXPECT_EQ(files[0], files[1]);
}

}  // namespace
}  // namespace cardon
