// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "../support/scratch_folder.hpp"
#include "ensemble/ensemble_file.hpp"
#include "ensemble/ensemble_table.hpp"
#include "ensemble/varied_values.hpp"

namespace cardon {
namespace {

using testing::ElementsAre;

EnsembleSpec read(const std::string& text) {
  const ScratchFolder folder;
  folder.write("study.yaml", text);
  std::vector<Problem> problems;
  const EnsembleSpec spec = read_ensemble((folder.path / "study.yaml").string(), problems);
  if (!problems.empty()) throw Error(problems);
  return spec;
}

std::vector<std::string> slugs(const std::string& text) {
  std::vector<std::string> found;
  try {
    members_of(read(text));
  } catch (const Error& error) {
    for (const Problem& problem : error.problems()) found.push_back(problem.slug);
  }
  return found;
}

std::vector<std::string> names(const std::vector<Member>& members) {
  std::vector<std::string> found;
  for (const Member& member : members) found.push_back(member.name);
  return found;
}

TEST(EnsembleFile, CombinesAllValues) {
  const auto members =
      members_of(read("run: a.yaml\nvary:\n  W.order: [2, 4]\n  time.step: [0.1, 0.2 s]\n"));
  EXPECT_THAT(names(members), ElementsAre("order-2.step-0.1", "order-2.step-0.2_s",
                                          "order-4.step-0.1", "order-4.step-0.2_s"));
  EXPECT_THAT(members[3].set, ElementsAre("W.order=4", "time.step=0.2 s"));
}

TEST(EnsembleFile, RangesHaveBothEnds) {
  const auto members =
      members_of(read("run: a.yaml\nvary:\n"
                      "  - {a: {from: 1, to: 16, count: 5, spacing: log}}\n"
                      "  - {a: {from: 0, to: 2, count: 3}}\n"));
  // 1 and 2 are in both.
  EXPECT_THAT(names(members), ElementsAre("a-1", "a-2", "a-4", "a-8", "a-16", "a-0"));
}

TEST(EnsembleFile, ReadsSitesAndTable) {
  const EnsembleSpec spec = read(
      "run: [a.yaml, b.yaml]\nvary: {a: 1}\nset: {x.y: [1, 2]}\nranks: 3\ngrain: 4\n"
      "table: {scalars: e.l2, summary: [time]}\n"
      "sites: [{name: a, workers: 2, cores: 8}, {name: b, latency: 30 ms, bandwidth: 6 MB/s}]\n");
  EXPECT_EQ(spec.files.size(), 2u);
  EXPECT_THAT(spec.set, ElementsAre("x.y=[1, 2]"));
  EXPECT_EQ(spec.ranks, 3);
  EXPECT_EQ(spec.grain, 4);
  EXPECT_THAT(spec.scalars, ElementsAre("e.l2"));
  ASSERT_EQ(spec.sites.size(), 2u);
  EXPECT_EQ(spec.sites[0].workers, 2);
  EXPECT_DOUBLE_EQ(spec.sites[1].link.latency, 0.03);
  EXPECT_DOUBLE_EQ(spec.sites[1].link.bandwidth, 6e6);
}

TEST(EnsembleFile, ReportsAllMistakes) {
  EXPECT_THAT(slugs("runs: a.yaml\n"),
              ElementsAre("parameter/unknown", "ensemble/incomplete", "ensemble/incomplete"));
  EXPECT_THAT(slugs("run: a\nworkers: 2\nvary: {a: {from: 0, to: 1, count: 2, spacing: log}}\n"
                    "sites: [{name: 1a}, {name: b}, {name: b}]\n"),
              ElementsAre("ensemble/vary", "ensemble/sites", "ensemble/sites", "ensemble/sites"));
  EXPECT_THAT(slugs("run: a\nvary: {a: []}\ngrain: many\ndistribution: greedy\n"),
              ElementsAre("ensemble/vary", "parameter/wrong-type", "parameter/not-a-choice"));
  EXPECT_THAT(slugs("run: a\nvary: {a: {from: 1, to: 9, count: 1000},"
                    " b: {from: 1, to: 9, count: 1000}}\n"),
              ElementsAre("ensemble/vary"));
}

TEST(EnsembleFile, ReportsMistakesThatHideOthersNot) {
  EXPECT_THAT(slugs("run: []\nvary: {}\n"), ElementsAre("ensemble/incomplete", "ensemble/vary"));
  EXPECT_THAT(slugs("run: a\nvary: [{}, {a: 1}]\n"), ElementsAre("ensemble/vary"));
  EXPECT_THAT(slugs("run: a\nvary: {a: {from: 1}, b: []}\n"),
              ElementsAre("ensemble/vary", "ensemble/vary"));
  // In set and in vary, or varied twice.
  EXPECT_THAT(slugs("run: a\nset: {W.a: 1, W.b: 2}\nvary: {'W::a': [2]}\n"),
              ElementsAre("ensemble/vary"));
  EXPECT_THAT(slugs("run: a\nset: [W.a=1]\nvary: {W.a: [2], 'W::a': 3}\n"),
              ElementsAre("ensemble/vary", "ensemble/vary"));
  // The limit is for all entries together.
  std::string values;
  for (int n = 0; n < 3; ++n)
    values += "  - {a: {from: " + std::to_string(n) + ", to: 9.5, count: 40000}}\n";
  EXPECT_THAT(slugs("run: a\nvary:\n" + values), ElementsAre("ensemble/vary"));
  EXPECT_THAT(slugs("run: a\nvary: {a: 1}\nsites: [{name: a, cores: 1e300},"
                    " {name: b, launcher: ssh b, program: /a b/cardon}]\n"),
              ElementsAre("parameter/out-of-range", "ensemble/sites"));
  EXPECT_THAT(slugs("run: a\nvary: {a: 1}\ntitle: \"\xe9\"\n"), ElementsAre("ensemble/encoding"));
}

TEST(EnsembleFile, KnowsThePlacesOfSettings) {
  const EnsembleSpec spec = read("run: a\nset:\n  W.a: 1\n  W.b: [2]\nvary: {W.c: 1}\n");
  ASSERT_EQ(spec.set_places.size(), 2u);
  EXPECT_EQ(spec.set_places[0].line, 3);
  EXPECT_EQ(spec.set_places[1].line, 4);
}

TEST(EnsembleTable, HasARowForEachMember) {
  const ScratchFolder folder;
  const EnsembleSpec spec = read("run: a\nvary: {W.a: [1, [2, 3]]}\ntable: {summary: time}\n");
  const auto members = members_of(spec);
  {
    EnsembleRecord record(folder.path, spec, "0");
    EXPECT_THROW(EnsembleRecord(folder.path, spec, "0"), Error);  // in use
    record.add(members[1], {.number = 1,
                            .name = members[1].name,
                            .outcome = "failed",
                            .code = 3,
                            .error = "a \"b\"",
                            .figures = {"0.5"}});
    EXPECT_EQ(EnsembleTable(spec, members, record).csv(),
              "member,W.a,outcome,iterations,time,checksum,error\n"
              "a-1,1,left,,,,\n" +
                  members[1].name + ",\"[2, 3]\",failed,0,0.5,,\"a \"\"b\"\"\"\n");
  }
  // As a process that is killed leaves it.
  folder.write("members.jsonl", folder.text("members.jsonl") + "{\"number\": 0, \"na");
  EnsembleRecord record(folder.path, spec, "0");
  EXPECT_EQ(record.find(members[0]), nullptr);
  ASSERT_NE(record.find(members[1]), nullptr);
  EXPECT_TRUE(record.find(members[1])->settled());
  record.discard_failures();
  EXPECT_EQ(record.find(members[1]), nullptr);
  EXPECT_EQ(folder.text("members.jsonl").find("\"number\": 0, "), std::string::npos);
}

TEST(EnsembleTable, NamesFiguresThatNoMemberHas) {
  const ScratchFolder folder;
  const EnsembleSpec spec =
      read("run: a\nvary: {W.a: [1, 2]}\ntable: {scalars: [e.l2, e.l3], summary: time}\n");
  const auto members = members_of(spec);
  EnsembleRecord record(folder.path, spec, "0");
  EXPECT_EQ(EnsembleTable(spec, members, record).lines(9).size(), 3u);  // none has finished
  const std::string accents(40, 'x');
  record.add(members[0], {.outcome = "finished", .figures = {"1", "", "2"}});
  record.add(members[1],
             {.outcome = "failed", .error = "\u00e9" + accents, .figures = {"", "3", ""}});
  const auto lines = EnsembleTable(spec, members, record).lines(9);
  ASSERT_EQ(lines.size(), 4u);
  EXPECT_THAT(lines[3], testing::HasSubstr("e.l3"));
  EXPECT_THAT(lines[3], testing::HasSubstr("[ensemble/column]"));
  // A long word is cut by characters and says so.
  EXPECT_THAT(lines[2], testing::EndsWith("  \u00e9" + accents.substr(0, 28) + "..."));
}

TEST(EnsembleTable, AFolderBelongsToOneEnsemble) {
  const ScratchFolder folder;
  const EnsembleSpec spec = read("run: a\nvary: {W.a: 1}\n");
  { const EnsembleRecord record(folder.path, spec, "0"); }
  { const EnsembleRecord more(folder.path, read("run: a\nvary: {W.a: [1, 2]}\n"), "0"); }
  for (const char* other : {"run: a\nvary: {W.b: 1}\n", "run: a\nvary: {W.a: 1}\nranks: 2\n"})
    EXPECT_THROW(EnsembleRecord(folder.path, read(other), "0"), Error) << other;
  EXPECT_THROW(EnsembleRecord(folder.path, spec, "1"), Error);
}

}  // namespace
}  // namespace cardon
