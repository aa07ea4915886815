// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "../support/scratch_folder.hpp"
#include "ensemble/ensemble_record.hpp"
#include "ensemble/ensemble_table.hpp"
#include "ensemble/member_names.hpp"
#include "ensemble/varied_values.hpp"

namespace cardon {
namespace {

EnsembleSpec spec_of(const std::vector<std::string>& values) {
  EnsembleSpec spec{.files = {"a"}, .summary = {"time"}};
  spec.vary = {{{.key = "W.exact"}}};
  for (const std::string& value : values) spec.vary[0][0].values.push_back({value, {}});
  return spec;
}

std::string name(const std::vector<std::string>& set) {
  return MemberNames({"W.a", "W.b"}).of(set);
}

std::vector<Problem> problems_of(const std::filesystem::path& folder) {
  try {
    EnsembleRecord(folder, spec_of({"1"}), "0");
  } catch (const Error& error) {
    return error.problems();
  }
  return {};
}

TEST(MemberNames, DifferForDifferentValues) {
  EXPECT_EQ(name({"W.a=1e-3", "W.b=30 ms"}), "a-1e-3.b-30_ms");
  EXPECT_EQ(name({"W.a=forward_euler"}), "a-forward_euler");
  const std::string cut(200, '1');
  const std::vector<std::vector<std::string>> sets{
      {"W.a=sin(x)*2"}, {"W.a=sin(x)/2"}, {"W.a=30_ms"},        {"W.a=30 ms"}, {"W.a=1", "W.b=2"},
      {"W.a=1.b-2"},    {"W.a=" + cut},   {"W.a=" + cut + "2"}, {"W.a=x"},     {"W.a=x_"},
      {"W.a=x."},       {"W.a=x__y"},     {"W.a=x_y"},          {"W.a=x y"},   {"W.a="}};
  std::set<std::string> names;
  for (const auto& set : sets) {
    EXPECT_TRUE(names.insert(name(set)).second) << name(set);
    EXPECT_LT(name(set).size(), 140u);
  }
  // Keys that differ in their sections only.
  const MemberNames same({"V.a", "W.a"});
  EXPECT_NE(same.of({"V.a=1"}), same.of({"W.a=1"}));
}

TEST(EnsembleRecord, KnowsMembersByTheirValues) {
  const ScratchFolder folder;
  const auto first = spec_of({"sin(x)*2", "sin(x)/2"}), second = spec_of({"sin(x)/2", "sin(x)*2"});
  const auto members = members_of(first), swapped = members_of(second);
  EXPECT_EQ(members[0].name, swapped[1].name);
  {
    EnsembleRecord record(folder.path, first, "0");
    record.add(members[0], {.name = members[0].name, .outcome = "finished", .figures = {"2"}});
    record.add(members[1], {.name = members[1].name, .outcome = "finished", .figures = {"0.5"}});
  }
  const EnsembleRecord record(folder.path, second, "0");
  EXPECT_THAT(EnsembleTable(second, swapped, record).csv(),
              testing::AllOf(testing::HasSubstr(",sin(x)/2,finished,0,0.5,"),
                             testing::HasSubstr(",sin(x)*2,finished,0,2,")));
}

TEST(EnsembleRecord, RefusesWhatItCannotRead) {
  const ScratchFolder folder;
  const auto spec = spec_of({"1"});
  const auto member = members_of(spec)[0];
  {
    EnsembleRecord record(folder.path, spec, "0");
    record.add(member, {.name = member.name, .outcome = "finished", .figures = {"2"}});
  }
  const std::string kept = folder.text("members.jsonl");
  // More figures than the table has columns, and no result at all.
  std::string wide = kept;
  wide.replace(wide.find("[\"2\"]"), 5, "[\"2\",\"3\"]");
  folder.write("members.jsonl", kept + wide + "{}\n");
  const auto problems = problems_of(folder.path);
  ASSERT_EQ(problems.size(), 2u);
  EXPECT_EQ(problems[0].slug, "ensemble/record");
  EXPECT_EQ(problems[0].where.line, 2);
  EXPECT_EQ(problems[1].where.line, 3);
  EXPECT_EQ(folder.text("members.jsonl"), kept + wide + "{}\n");  // it stays
  // Folders in the place of files: nothing replaces them.
  folder.write("members.jsonl", kept);
  for (const char* file : {"decisions.jsonl", "members.jsonl"}) {
    std::filesystem::remove(folder.path / file);
    std::filesystem::create_directory(folder.path / file);
    ASSERT_EQ(problems_of(folder.path).size(), 1u) << file;
    EXPECT_EQ(problems_of(folder.path)[0].slug, "ensemble/record");
    EXPECT_TRUE(std::filesystem::is_directory(folder.path / file));
    std::filesystem::remove(folder.path / file);
  }
}

TEST(EnsembleRecord, RemembersThatFailuresWereDiscarded) {
  const ScratchFolder folder;
  const auto spec = spec_of({"1", "2", "3"});
  const auto members = members_of(spec);
  {
    EnsembleRecord record(folder.path, spec, "0");
    record.add(members[0], {.outcome = "failed", .code = 3, .figures = {""}});
    record.add(members[1], {.outcome = "finished", .figures = {"1"}});
    record.add(members[2], {.outcome = "stopped", .code = 75, .figures = {""}});
    record.discard_failures();
  }
  EnsembleRecord record(folder.path, spec, "0");
  EXPECT_EQ(record.find(members[0]), nullptr);
  EXPECT_EQ(record.discarded(members[0]), 1);
  EXPECT_NE(record.find(members[1]), nullptr);
  EXPECT_NE(record.find(members[2]), nullptr);  // it goes on
  EXPECT_EQ(record.discarded(members[2]), 0);
}

}  // namespace
}  // namespace cardon
