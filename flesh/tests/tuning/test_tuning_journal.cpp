// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "../support/scratch_folder.hpp"
#include "tuning/tuning_journal.hpp"

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
  journal.add(window(10, 1, 0.04), decision(4, 0.025, "waiting"), 0.1);
  TuningWindow deeper = window(30, 4, 0.026);
  deeper.change_seconds = 0.5;
  journal.add(deeper, decision(8, 0.02, "still waiting", Decision::Verdict::kept), 0);
  journal.add(window(50, 8, 0.036), decision(4, 0.026, "slower", Decision::Verdict::reverted), 0);
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
  EXPECT_EQ(journal.account().changes, 3);
  EXPECT_EQ(journal.account().kept, 1);
  EXPECT_EQ(journal.account().reverted, 1);
  EXPECT_DOUBLE_EQ(journal.account().change_seconds, 0.5);
  EXPECT_DOUBLE_EQ(journal.account().lost_seconds, 0.1);  // ten steps of 10 ms more
  EXPECT_DOUBLE_EQ(journal.account().sensor_seconds, 0.1);
  EXPECT_EQ(journal.closing_sentence(),
            "tuning (model): depth 1 -> 4 on link a-b; 40 -> 26 ms per step, E 50.0 -> 76.9 %; the "
            "search cost 0.7 s, 0.7 % of the run");
}

TEST(TuningJournal, WritesOneRecordPerDecision) {
  ScratchFolder folder;
  TuningJournal journal = example_journal();
  journal.open(folder.path);
  journal.add(window(70, 4, 0.026), decision(4, 0.026, ""), 0);
  journal.close();
  std::istringstream lines(folder.text("decisions.jsonl"));
  std::vector<std::string> outcomes;
  for (std::string line; std::getline(lines, line);) {
    const auto record = nlohmann::json::parse(line);
    outcomes.push_back(record["outcome"]);
    EXPECT_DOUBLE_EQ(record["measured"]["links"]["a-b"]["latency"]["value"], 0.075);
  }
  EXPECT_THAT(outcomes, ElementsAre("kept", "reverted", "not judged"));
  const auto knowledge = nlohmann::json::parse(folder.text("tuning.json"));
  EXPECT_EQ(knowledge["settings"]["links"]["a-b"]["depth"], 4);
}

TEST(TuningJournal, TellsWhatWasNotPossible) {
  ScratchFolder folder;
  TuningJournal journal("model", one_link);
  journal.open(folder.path);
  journal.add(window(10, 1, 0.04), decision(400, 0.02, "deeper"), 0);
  journal.add(window(30, 1, 0.04), decision(1, 0.04, ""), 0);
  EXPECT_EQ(nlohmann::json::parse(folder.text("decisions.jsonl"))["outcome"], "not possible");
  EXPECT_THAT(journal.take_lines().back(), HasSubstr("nothing was changed"));
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

}  // namespace
}  // namespace cardon
