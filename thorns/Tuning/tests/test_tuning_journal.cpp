// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "support/scratch_folder.hpp"
#include "tuning_journal.hpp"

namespace cardon {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const std::vector<LinkEnds> one_link = {{"a-b", "a", "b"}};

DriverSettings with_depth(int depth) {
  DriverSettings settings;
  settings.links.resize(1);
  settings.links[0].depth = depth;
  return settings;
}

TuningWindow window(long last, int depth, double seconds) {
  TuningWindow w;
  w.first = last - 10;
  w.last = last;
  w.settings = with_depth(depth);
  w.seconds_per_step = {seconds, 0.001, 4};
  w.efficiency = 0.02 / seconds;
  w.seconds_so_far = 100;
  w.machine.links.resize(1);
  w.machine.links[0].latency = {0.075, 0.001, 3};
  return w;
}

Decision decision(int depth, double predicted, const std::string& why,
                  Decision::Verdict verdict = Decision::Verdict::none) {
  Decision d;
  d.settings = with_depth(depth);
  d.predicted = predicted;
  d.why = why;
  d.verdict = verdict;
  return d;
}

// Depth 1, then 4 (kept), then 8 (not kept), back at 4.
TuningJournal example_journal() {
  TuningJournal journal("model", one_link);
  journal.add(window(10, 1, 0.04), decision(4, 0.025, "waiting"));
  TuningWindow deeper = window(30, 4, 0.026);
  deeper.change_seconds = 0.5;
  deeper.search_seconds = 0.6;
  journal.add(deeper, decision(8, 0.02, "still waiting", Decision::Verdict::kept));
  TuningWindow slower = window(50, 8, 0.036);
  slower.search_seconds = 0.8;
  journal.add(slower, decision(4, 0.026, "slower", Decision::Verdict::reverted));
  return journal;
}

TEST(TuningJournal, SaysEveryDecisionInALine) {
  TuningJournal journal = example_journal();
  EXPECT_THAT(journal.take_lines(),
              ElementsAre("tuning at step 10: depth 1 -> 4 on link a-b: waiting",
                          "tuning at step 30: kept: 26 ms per step, before 40 ms, predicted 25 ms",
                          "tuning at step 30: depth 4 -> 8 on link a-b: still waiting",
                          "tuning at step 50: not kept: 36 ms per step, before 26 ms, predicted "
                          "20 ms",
                          "tuning at step 50: depth 8 -> 4 on link a-b: slower"));
  EXPECT_TRUE(journal.take_lines().empty());
}

TEST(TuningJournal, CountsWhatTheSearchCost) {
  TuningJournal journal = example_journal();
  EXPECT_EQ(journal.statistics().changes, 3);
  EXPECT_EQ(journal.statistics().kept, 1);
  EXPECT_EQ(journal.statistics().reverted, 1);
  EXPECT_DOUBLE_EQ(journal.statistics().lost_seconds, 0.1);  // ten steps of 10 ms more
  EXPECT_DOUBLE_EQ(journal.statistics().cost(), 0.9);
  EXPECT_EQ(journal.closing_sentence(),
            "tuning (model): depth 1 -> 4 on link a-b; 40 -> 26 ms per step, E 50.0 -> 76.9 %; the "
            "search cost 0.9 s, 0.9 % of the run");
}

// Nor does the sentence call settings unchanged that were changed without being measured.
TEST(TuningJournal, SaysThatTheLastSettingsWereNotMeasured) {
  for (const bool steered : {true, false}) {
    TuningJournal journal("model", one_link);
    journal.add(window(0, 1, 0.040), decision(4, 0.025, "waiting"));
    if (steered) journal.abandon();
    journal.close();
    EXPECT_THAT(journal.closing_sentence(),
                HasSubstr("depth 1 -> 4 on link a-b; 40 ms per step before, not measured since;"));
  }
}

// Everything that any rank was charged with, in the sentence and in all its parts in the summary.
TEST(TuningJournal, HasOneNumberForWhatTheSearchCost) {
  TuningJournal journal = example_journal();
  journal.close();
  const SearchCost busy{
      .calibration = 0.5, .waiting = 10, .changing = 2, .trials = 0.25, .thinking = 1.15};
  journal.settle({SearchCost{.waiting = 1}, busy}, 56);
  EXPECT_THAT(journal.closing_sentence(), HasSubstr("the search cost 14 s, 25.0 % of the run"));
  const nlohmann::json summary = journal.summary();
  EXPECT_DOUBLE_EQ(summary["cost_seconds"], 14);
  EXPECT_DOUBLE_EQ(summary["cost_share"], 0.25);
  double parts = 0;
  for (const char* part : {"calibration", "waiting", "change", "sensor", "thinking", "lost"})
    parts += summary[std::string(part) + "_seconds"].get<double>();
  EXPECT_DOUBLE_EQ(parts, 14);
}

// Slower steps are charged until other settings are measured.
TEST(TuningJournal, ChargesSlowerStepsUntilTheyAreOver) {
  TuningJournal journal = example_journal();
  TuningWindow after = window(70, 4, 0.026);
  after.search_seconds = 0.9;
  journal.add(after, decision(4, 0.026, ""));
  EXPECT_DOUBLE_EQ(journal.statistics().lost_seconds, 0.2);
  EXPECT_DOUBLE_EQ(journal.statistics().cost(), 1.1);
}

TEST(TuningJournal, WritesOneRecordPerDecision) {
  ScratchFolder folder;
  TuningJournal journal = example_journal();
  journal.open(folder.path);
  TuningWindow after = window(70, 4, 0.026);
  after.search_seconds = 1;
  journal.add(after, decision(4, 0.026, ""));
  journal.close();
  std::istringstream lines(folder.text("decisions.jsonl"));
  std::vector<std::string> outcomes;
  double cost = 0;
  for (std::string line; std::getline(lines, line);) {
    const auto record = nlohmann::json::parse(line);
    outcomes.push_back(record["outcome"]);
    EXPECT_EQ(record["decided_by"], "tuner");
    cost += record["cost_seconds"].get<double>();
    EXPECT_DOUBLE_EQ(cost, record["cost_so_far_seconds"]);
    EXPECT_DOUBLE_EQ(record["measured"]["links"]["a-b"]["latency"]["value"], 0.075);
  }
  EXPECT_THAT(outcomes, ElementsAre("kept", "reverted", "not judged"));
  EXPECT_DOUBLE_EQ(cost, journal.statistics().cost());
  const auto knowledge = nlohmann::json::parse(folder.text("tuning.json"));
  EXPECT_EQ(knowledge["settings"]["links"]["a-b"]["depth"], 4);
}

TEST(TuningJournal, AVerdictMayTakeMoreThanOneWindow) {
  ScratchFolder folder;
  TuningJournal journal("model", one_link);
  journal.open(folder.path);
  journal.add(window(10, 1, 0.04), decision(4, 0.02, "deeper"));
  journal.add(window(30, 4, 0.03), decision(4, 0.02, "again", Decision::Verdict::pending));
  EXPECT_EQ(folder.text("decisions.jsonl"), "");
  journal.add(window(50, 4, 0.025), decision(4, 0.02, "better", Decision::Verdict::kept));
  const auto record = nlohmann::json::parse(folder.text("decisions.jsonl"));
  EXPECT_EQ(record["outcome"], "kept");
  EXPECT_EQ(record["step"], 10);
  EXPECT_EQ(journal.statistics().kept, 1);
  EXPECT_THAT(journal.take_lines().back(), HasSubstr("kept: 25 ms per step, before 40 ms"));
}

// A balancer may give the ranks other blocks while a change is on trial.
TEST(TuningJournal, SettingsThatWereMeasuredWerePossible) {
  ScratchFolder folder;
  TuningJournal journal("model", one_link);
  journal.open(folder.path);
  journal.add(window(10, 1, 0.04), decision(4, 0.02, "deeper"));
  journal.add(window(30, 4, 0.03), decision(4, 0.02, "again", Decision::Verdict::pending));
  journal.add(window(50, 2, 0.03), decision(2, 0.03, ""));
  EXPECT_EQ(nlohmann::json::parse(folder.text("decisions.jsonl"))["outcome"], "not judged");
}

TEST(TuningJournal, TellsWhatWasNotPossible) {
  ScratchFolder folder;
  TuningJournal journal("model", one_link);
  journal.open(folder.path);
  journal.add(window(10, 1, 0.04), decision(400, 0.02, "deeper"));
  journal.add(window(30, 1, 0.04), decision(1, 0.04, ""));
  EXPECT_EQ(nlohmann::json::parse(folder.text("decisions.jsonl"))["outcome"], "not possible");
  EXPECT_THAT(journal.take_lines().back(), HasSubstr("settings unchanged"));
}

TEST(TuningJournal, WritesARowPerWindow) {
  ScratchFolder folder;
  TuningJournal journal = example_journal();
  journal.open(folder.path);
  const std::string table = folder.text("tuning.tsv");
  EXPECT_THAT(table, HasSubstr("iteration\twall_s\tstep_s\tstep_error\tefficiency\tpredicted_s\t"
                               "blocks\toverlap\tdepth:a-b\tratio:a-b\tlatency:a-b\tbandwidth:a-b\n"
                               "10\t100\t0.04\t0.001\t0.50000\tnan\t1\t1\t1\t1\t0.075\tnan\n"
                               "30\t100\t0.026\t0.001\t0.76923\t0.025\t1\t1\t4\t1\t0.075\tnan\n"));
}

TEST(TuningJournal, AFolderThatCannotBeWrittenIsTold) {
  const ScratchFolder folder;
  const auto file = folder.path / "file";
  std::ofstream(file) << "no folder";
  TuningJournal journal("model", one_link);
  EXPECT_FALSE(journal.failure().has_value());
  journal.open(file);
  journal.add(window(10, 1, 0.1), decision(1, 0.1, "first"));
  journal.close();
  const std::optional<Error> failure = journal.failure();
  ASSERT_TRUE(failure.has_value());
  EXPECT_EQ(failure->exit_code(), exit_environment);
  EXPECT_EQ(failure->problems().front().slug, "output/write-failed");
  EXPECT_THAT(failure->problems().front().notes, ElementsAre(HasSubstr("times")));
}

}  // namespace
}  // namespace cardon
