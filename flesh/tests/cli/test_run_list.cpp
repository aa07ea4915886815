// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <cardon/thorn/error.hpp>
#include <nlohmann/json.hpp>

#include "../support/scratch_folder.hpp"
#include "input_arguments.hpp"
#include "run_folders.hpp"
#include "run_list.hpp"

namespace cardon::cli {
namespace {

using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// Three runs: one finished, one that goes on, one of which nothing is known.
class RunList : public testing::Test {
 protected:
  RunList() {
    add("a/0001", {{"WaveToy::width", 0.2}, {"WaveToy::initial", "gaussian"}},
        {{"status", "finished"}, {"iterations", 30}, {"time", 0.1 + 0.2}});
    add("a/0002", {{"WaveToy::width", 1}, {"WaveToy::initial", "nan"}}, json());
    folder.write("b/parfile.yaml", "");
  }
  void add(const std::string& run, const json& parameters, const json& summary) {
    json provenance = {{"title", "Test"}, {"ranks", 2}, {"parameters", json::object()}};
    for (const auto& [name, value] : parameters.items())
      provenance["parameters"][name] = {{"value", value}};
    folder.write(run + "/parfile.yaml", "");
    folder.write(run + "/provenance.json", provenance.dump());
    if (!summary.is_null()) folder.write(run + "/summary.json", summary.dump());
  }
  // Names of the runs below the folder.
  std::vector<std::string> names(std::vector<std::string> words) const {
    words.insert(words.begin(), folder.path.string());
    std::vector<std::string> found;
    for (const json& row : json::parse(runs_table(words).json()))
      found.push_back(std::filesystem::path(row["run"].get<std::string>())
                          .lexically_relative(folder.path)
                          .string());
    return found;
  }
  ScratchFolder folder;
};

TEST_F(RunList, HasRunsOfTwoLevelsInOrder) {
  EXPECT_THAT(names({}), ElementsAre("a/0001", "a/0002", "b"));
}

TEST_F(RunList, ComparesNumbersAsNumbersAndTheRestAsText) {
  EXPECT_THAT(names({"WaveToy.width>=0.2"}), ElementsAre("a/0001", "a/0002"));
  EXPECT_THAT(names({"WaveToy.width=0.20"}), ElementsAre("a/0001"));
  EXPECT_THAT(names({"WaveToy::width>0.2"}), ElementsAre("a/0002"));
  EXPECT_THAT(names({"WaveToy.width!=1"}), ElementsAre("a/0001"));
  EXPECT_THAT(names({"WaveToy.initial==gaussian"}), ElementsAre("a/0001"));
  EXPECT_THAT(names({"status=unfinished"}), ElementsAre("a/0002", "b"));
  EXPECT_THAT(names({"status=finished", "ranks=2"}), ElementsAre("a/0001"));
  EXPECT_THAT(names({"time=0.3"}), ElementsAre("a/0001")) << "without rounding errors";
}

TEST_F(RunList, WhatIsNotANumberEqualsNone) {
  EXPECT_THAT(names({"WaveToy.initial=5"}), IsEmpty());
  EXPECT_THAT(names({"WaveToy.initial=nan"}), ElementsAre("a/0002"));
}

// A misspelt parameter would otherwise look like a search that finds nothing.
TEST_F(RunList, NamesThatNoRunHasAreRefused) {
  try {
    names({"WaveToy.widht=0.2"});
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_EQ(error.problems()[0].slug, "cli/unknown-name");
    EXPECT_EQ(error.problems()[0].message, "no run listed has a value WaveToy.widht");
    EXPECT_EQ(error.problems()[0].hint, "did you mean WaveToy.width?");
  }
}

TEST_F(RunList, ShowsWhatConditionsAskFor) {
  const std::string text = runs_table({folder.path.string(), "WaveToy.width>0.5"}).text();
  EXPECT_THAT(text, HasSubstr("WaveToy.width\n"));
  EXPECT_THAT(text, HasSubstr("  1\n"));
}

TEST_F(RunList, SurvivesFilesThatAreDamaged) {
  folder.write("a/0001/summary.json", "{\"status\": ");
  folder.write("a/0002/provenance.json", "[1, 2]");
  EXPECT_THAT(names({"status=unfinished"}), ElementsAre("a/0001", "a/0002", "b"));
}

TEST_F(RunList, FindsTheRunThatIsMeant) {
  EXPECT_EQ(find_run((folder.path / "b").string()), folder.path / "b");
  const std::string nowhere = (folder.path / "c").string();
  try {
    find_run(nowhere);
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_EQ(error.problems()[0].slug, "cli/no-run");
    EXPECT_EQ(error.problems()[0].message, nowhere + " is not a run folder");
  }
}

TEST_F(RunList, TheLastRunIsThatWithTheLargestNumberOrTheLatestStart) {
  const auto start = [&](const std::string& run, const char* time) {
    folder.write(run + "/provenance.json",
                 json{{"started", time}, {"parameters", json::object()}}.dump());
  };
  start("a/0001", "2026-02-02T00:00:00Z");
  start("a/0002", "2026-01-01T00:00:00Z");
  EXPECT_EQ(find_run((folder.path / "a").string()), folder.path / "a/0002");
  start("c/late", "2026-02-02T00:00:00Z");
  start("c/soon", "2026-01-01T00:00:00Z");
  for (const char* run : {"c/late", "c/soon"}) folder.write(run + std::string("/parfile.yaml"), "");
  EXPECT_EQ(find_run((folder.path / "c").string()), folder.path / "c/late");
}

TEST_F(RunList, AnEmptyNameIsNoRun) {
  // "" + "/parfile.yaml" would be a file of the current folder.
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(folder.path / "b");
  EXPECT_THROW(find_run(""), Error);
  EXPECT_THROW(runs_table({""}), Error);
  std::filesystem::current_path(before);
}

TEST(Overrides, AreToldFromFiles) {
  const ScratchFolder folder;
  folder.write("a=b.yaml", "");
  EXPECT_TRUE(is_override("WaveToy.speed=2"));
  EXPECT_TRUE(is_override("file=/tmp/x"));
  EXPECT_TRUE(is_override("title="));
  EXPECT_FALSE(is_override("wave.yaml"));
  EXPECT_FALSE(is_override("d=1/wave.yaml") && is_override("./a=1"));
  EXPECT_FALSE(is_override("./a=1"));
  EXPECT_FALSE(is_override((folder.path / "a=b.yaml").string()));
}

}  // namespace
}  // namespace cardon::cli
