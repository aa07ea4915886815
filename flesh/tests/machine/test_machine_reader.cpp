// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cardon/services/parameter_input.hpp>

#include "../support/scratch_folder.hpp"
#include "machine/machine_reader.hpp"

namespace cardon {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

struct ReadMachine {
  MachineSpec spec;
  std::vector<Problem> problems;

  std::vector<std::string> slugs() const {
    std::vector<std::string> list;
    for (const Problem& p : problems) list.push_back(p.slug);
    return list;
  }
  std::string messages() const {
    std::string text;
    for (const Problem& p : problems) text += p.message + "\n";
    return text;
  }
};

ReadMachine read(const std::string& yaml) {
  ParameterInput input;
  input.add_text("test.yaml", "machine: " + yaml + "\n");
  ReadMachine r;
  r.spec = read_machine(*input.layers().at(0).find("machine"), r.problems);
  return r;
}

const std::string three = "sites: [{name: a, ranks: 2}, {name: b, ranks: 1}, {name: c, ranks: 4}]";

TEST(MachineReader, TheFormOfTheIssue) {
  const ReadMachine r = read(
      "{sites: [{name: a, ranks: 1, speed: 1.5}, {name: b, ranks: 2, topology: [1, 1, 2]}], "
      "links: [{between: [a, b], latency: 37.5 ms, bandwidth: 3 MB/s, packing: 0.2}], "
      "emulate: true, axis: z}");
  EXPECT_THAT(r.problems, IsEmpty()) << r.messages();
  ASSERT_EQ(r.spec.sites.size(), 2U);
  EXPECT_EQ(r.spec.ranks(), 3);
  EXPECT_EQ(r.spec.sites[0].speed, 1.5);
  EXPECT_THAT(r.spec.sites[1].topology, ElementsAre(1, 1, 2));
  ASSERT_EQ(r.spec.links.size(), 1U);
  EXPECT_EQ(r.spec.links[0].name, "a-b");
  EXPECT_EQ(r.spec.links[0].latency, 0.0375);
  EXPECT_EQ(r.spec.links[0].bandwidth, 3e6);
  EXPECT_EQ(r.spec.links[0].packing, 0.2);
  EXPECT_TRUE(r.spec.emulation.active);
  EXPECT_EQ(r.spec.axis, 2);
}

TEST(MachineReader, BandwidthInBits) {
  const ReadMachine r =
      read("{" + three + ", links: [{between: [b, a], latency: 200 us, bandwidth: 24 Mbit/s}]}");
  EXPECT_THAT(r.problems, IsEmpty()) << r.messages();
  EXPECT_EQ(r.spec.links.at(0).bandwidth, 3e6);
  EXPECT_EQ(r.spec.links.at(0).latency, 200e-6);
}

TEST(MachineReader, FiguresThatNoLinkHasAreRefused) {
  for (const char* figure : {"bandwidth: 1e-300 MB/s", "bandwidth: 0.9 B/s", "latency: 1e300 s"}) {
    const ReadMachine r = read("{" + three + ", links: [{between: [b, a], " + figure + "}]}");
    ASSERT_EQ(r.problems.size(), 1U) << figure;
    EXPECT_EQ(r.problems[0].slug, "parameter/out-of-range") << r.messages();
  }
  const ReadMachine r = read("{" + three +
                             ", links: [{between: [b, a]}, {between: [b, c]}], emulate: {changes: "
                             "[{after: 1e300 s, link: a-b, bandwidth: 1e-300 MB/s}]}}");
  EXPECT_EQ(std::count_if(r.problems.begin(), r.problems.end(),
                          [](const Problem& p) { return p.slug == "parameter/out-of-range"; }),
            2)
      << r.messages();
}

TEST(MachineReader, LinksAreNamedInTheOrderOfTheList) {
  const ReadMachine r = read("{" + three + ", links: [{between: [c, b]}, {between: [c, a]}]}");
  EXPECT_THAT(r.problems, IsEmpty()) << r.messages();
  EXPECT_EQ(r.spec.links.at(0).name, "b-c");
  EXPECT_EQ(r.spec.links.at(1).name, "a-c");
  EXPECT_THAT(r.spec.links.at(1).sites, ElementsAre(0, 2));
}

TEST(MachineReader, SitesByHosts) {
  const ReadMachine r = read("{sites: [{name: a, hosts: front*}, {name: b, hosts: [n1, n2]}]}");
  EXPECT_THAT(r.problems, IsEmpty()) << r.messages();
  EXPECT_FALSE(r.spec.by_ranks());
  EXPECT_THAT(r.spec.sites.at(1).hosts, ElementsAre("n1", "n2"));
}

TEST(MachineReader, EmulationWithOptions) {
  const std::string rest =
      "sites: [{name: a, ranks: 1}, {name: b, ranks: 1}], links: [{between: [a, b], latency: 0 ms, "
      "bandwidth: 1 GB/s}]}";
  const ReadMachine naive = read("{emulate: {naive: true, jitter: 2 ms}, " + rest);
  EXPECT_THAT(naive.problems, IsEmpty()) << naive.messages();
  EXPECT_TRUE(naive.spec.emulation.active);
  EXPECT_TRUE(naive.spec.emulation.naive);
  EXPECT_EQ(naive.spec.emulation.jitter, 0.002);
  EXPECT_FALSE(read("{emulate: false, " + rest).spec.emulation.active);
}

TEST(MachineReader, ChangesOfEmulatedLinks) {
  const std::string rest = ", " + three +
                           ", links: [{between: [a, b], latency: 1 ms, bandwidth: 1 MB/s}, "
                           "{between: [b, c], latency: 1 ms, bandwidth: 1 MB/s}]}";
  const ReadMachine r = read(
      "{emulate: {jitter: 2 ms, changes: [{after: 20 s, link: b-c, bandwidth: 300 kB/s}, "
      "{after: 1 min, link: a-b, latency: 0 ms, bandwidth: 8 Mbit/s}, "
      "{after: 500 ms, link: a-b, latency: 300 ms}]}" +
      rest);
  EXPECT_THAT(r.problems, IsEmpty()) << r.messages();
  EXPECT_TRUE(r.spec.emulation.active);
  const auto& changes = r.spec.emulation.changes;
  ASSERT_EQ(changes.size(), 3U);
  EXPECT_EQ(changes[0].after, 0.5) << "in the order of time";
  EXPECT_EQ(changes[0].link, 0);
  EXPECT_EQ(changes[0].latency, 0.3);
  EXPECT_LT(changes[0].bandwidth, 0) << "as before";
  EXPECT_EQ(changes[1].link, 1);
  EXPECT_LT(changes[1].latency, 0);
  EXPECT_EQ(changes[1].bandwidth, 3e5);
  EXPECT_EQ(changes[2].latency, 0);
  EXPECT_EQ(changes[2].bandwidth, 1e6);
}

TEST(MachineReader, MistakesInChangesOfLinks) {
  const auto messages = [](const std::string& changes) {
    return read("{" + three +
                ", links: [{between: [a, b], latency: 1 ms, bandwidth: 1 MB/s}], emulate: "
                "{changes: " +
                changes + "}}")
        .messages();
  };
  EXPECT_EQ(messages("[{after: 1 s, link: a-c, latency: 1 ms}, {link: a-b}]"),
            "there is no link a-c\na change has no key after\n"
            "a change has neither latency nor bandwidth\n");
  EXPECT_EQ(messages("[{after: 1 s, latency: 1 ms, bandwith: 1 MB/s}]"),
            "unknown key bandwith in machine.emulate.changes\na change has no key link\n");
  EXPECT_THAT(messages("[{after: -1 s, link: a-b, bandwidth: 0 MB/s}]"),
              AllOf(HasSubstr("after = -1 s is out of range"),
                    HasSubstr("bandwidth = 0 B/s is out of range")));
  EXPECT_THAT(messages("5 s"), HasSubstr("machine.emulate.changes must be a list"));
  EXPECT_EQ(read("{" + three +
                 ", links: [{between: [a, x], latency: 1 ms}], emulate: {changes: [{after: 1 s, "
                 "link: a-b, latency: 1 ms}]}}")
                .messages(),
            "there is no site x\n")
      << "nothing that follows from a mistake in the links";
}

TEST(MachineReader, Discovery) {
  const ReadMachine latency = read("{discover: latency, threshold: 5 ms}");
  EXPECT_THAT(latency.problems, IsEmpty()) << latency.messages();
  EXPECT_EQ(latency.spec.threshold, 0.005);
  EXPECT_EQ(latency.spec.discovery, MachineSpec::Discovery::latency);
  EXPECT_EQ(read("{discover: hosts}").spec.discovery, MachineSpec::Discovery::hosts);
  EXPECT_THAT(read("{discover: hosts, threshold: 1 ms}").slugs(), ElementsAre("machine/discover"));
  EXPECT_THAT(read("{" + three + ", discover: hosts, threshold: 1 ms}").slugs(),
              ElementsAre("machine/discover", "machine/discover"));
}

TEST(MachineReader, AllMistakesInOnePass) {
  const ReadMachine r = read(
      "{sites: [{name: a, ranks: 1}, {name: 2b, ranks: 0}], linsk: [], axis: w, emulate: maybe}");
  EXPECT_THAT(r.slugs(), ElementsAre("parameter/unknown", "machine/site", "parameter/out-of-range",
                                     "parameter/wrong-type", "parameter/not-a-choice"))
      << r.messages();
  EXPECT_EQ(r.problems[0].hint, "did you mean links?");
}

TEST(MachineReader, MistakesInSites) {
  const auto message = [](const std::string& sites) {
    return read("{sites: [" + sites + "]}").messages();
  };
  EXPECT_EQ(message("{name: a, ranks: 1}, {name: a, ranks: 1}"), "there are two sites called a\n");
  EXPECT_EQ(message("{ranks: 1}"), "a site has no name\n");
  EXPECT_EQ(message("{name: a}"), "site a has neither ranks nor hosts\n");
  EXPECT_EQ(message("{name: a, ranks: 1, hosts: [n]}"), "site a has both ranks and hosts\n");
  EXPECT_THAT(message("{name: a, ranks: 1}, {name: b, hosts: n}"), HasSubstr("one kind is needed"));
  EXPECT_EQ(message("{name: a, ranks: 6, topology: [2, 2, 2]}"),
            "topology 2 x 2 x 2 of site a makes 8 ranks, but it has 6\n");
  EXPECT_THAT(message("{name: a, ranks: 1, speed: 0}"), HasSubstr("speed = 0 is out of range"));
  EXPECT_EQ(message("{name: a, ranks: 600000}, {name: b, ranks: 600000}"),
            "the sites have 1200000 ranks, more than 1000000\n");
  EXPECT_THAT(message("{name: a, ranks: 2000000}"), HasSubstr("ranks = 2000000 is out of range"));
  EXPECT_THAT(message("a, b"), HasSubstr("an entry of machine.sites must be a map"));
  EXPECT_THAT(message(""), HasSubstr("machine.sites must be a list"));
}

TEST(MachineReader, MistakesInLinks) {
  const auto problem = [](const std::string& links) {
    const ReadMachine r = read(
        "{sites: [{name: a, ranks: 1}, {name: b, ranks: 1}, {name: c, ranks: 1}, "
        "{name: d, ranks: 1}], links: [" +
        links + "]}");
    return r.problems.empty() ? Problem{} : r.problems[0];
  };
  EXPECT_EQ(problem("{between: [a, c]}").message,
            "a and c are not neighbours in the list of sites");
  EXPECT_EQ(problem("{between: [a, d]}").message, "");
  EXPECT_EQ(problem("{between: [a, e]}").message, "there is no site e");
  EXPECT_EQ(problem("{between: [a, a]}").message, "a link joins two different sites");
  EXPECT_EQ(problem("{between: [a]}").message, "machine.links.between must be a pair of sites");
  EXPECT_EQ(problem("{latency: 1 ms}").message, "a link has no key between");
  EXPECT_EQ(problem("{between: [a, b]}, {between: [b, a]}").message,
            "the link a-b is described twice");
  EXPECT_EQ(problem("{between: [a, b], latency: 3 MB/s}").slug, "parameter/unit");
  EXPECT_EQ(problem("{between: [a, b], latncy: 3 ms}").hint, "did you mean latency?");
  EXPECT_EQ(read("{links: [{between: [a, b]}]}").messages(), "machine.links needs machine.sites\n");
}

TEST(MachineReader, EmulationNeedsFigures) {
  EXPECT_EQ(read("{emulate: true}").messages(), "emulate needs two sites or more\n");
  EXPECT_EQ(read("{" + three + ", emulate: true}").messages(),
            "emulate needs latency and bandwidth of the links a-b, b-c\n");
  EXPECT_EQ(read("{" + three +
                 ", emulate: true, links: [{between: [a, b], latency: 1 ms}, "
                 "{between: [b, c], latency: 0 ms, bandwidth: 1 MB/s}, {between: [a, c]}]}")
                .messages(),
            "emulate needs latency and bandwidth of the links a-b, a-c\n");
}

class MachineFile : public ::testing::Test {
 protected:
  Node section(const std::string& text) {
    ParameterInput input;
    const std::string file = (folder_.path / "case.yaml").string();
    folder_.write("case.yaml", text);
    input.add_file(file);
    return *input.layers().at(0).find("machine");
  }
  ScratchFolder folder_;
};

TEST_F(MachineFile, IsFoundBesideTheParameterFile) {
  folder_.write("pair.yaml", "sites: [{name: a, ranks: 1}, {name: b, ranks: 1}]\naxis: x\n");
  for (const char* name : {"pair", "pair.yaml"}) {
    std::string source;
    std::vector<Problem> problems;
    const Node map = with_machine_file(
        section(std::string("machine: {file: ") + name + ", axis: y}\n"), source, problems);
    EXPECT_THAT(problems, IsEmpty());
    EXPECT_EQ(source, "pair.yaml");
    const MachineSpec spec = read_machine(map, problems);
    EXPECT_EQ(spec.sites.size(), 2U);
    EXPECT_EQ(spec.axis, 1) << "what stands in the section wins";
  }
}

TEST_F(MachineFile, ThatIsNotThereNamesWhatWasTried) {
  std::string source;
  std::vector<Problem> problems;
  with_machine_file(section("machine: {file: nosuch}\n"), source, problems);
  ASSERT_EQ(problems.size(), 1U);
  EXPECT_EQ(problems[0].slug, "machine/file");
  EXPECT_EQ(problems[0].where.line, 1);
  EXPECT_THAT(problems[0].notes.at(0), HasSubstr("nosuch"));
  EXPECT_THAT(problems[0].notes.at(1), HasSubstr("nosuch.yaml"));
}

TEST_F(MachineFile, MayNotNameAnother) {
  folder_.write("outer.yaml", "file: inner\n");
  std::string source;
  std::vector<Problem> problems;
  const Node map = with_machine_file(section("machine: {file: outer}\n"), source, problems);
  read_machine(map, problems);
  ASSERT_EQ(problems.size(), 1U);
  EXPECT_EQ(problems[0].message, "unknown key file in machine");
}

}  // namespace
}  // namespace cardon
