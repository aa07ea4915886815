// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <fstream>

#include "../support/scratch_folder.hpp"
#include "restart/run_age.hpp"
#include "restart/run_name.hpp"
#include "restart/time_text.hpp"

namespace cardon {
namespace {

using ::testing::ElementsAre;

std::vector<std::string> newest_first(std::vector<RunAge> runs) {
  sort_newest_first(runs);
  std::vector<std::string> names;
  for (const RunAge& run : runs) names.push_back(run.folder.string());
  return names;
}

TEST(RunAge, NumbersCountAsNumbersWhateverTheClockSaid) {
  EXPECT_THAT(newest_first({{"runs/w/9999", "2026-01-02"},
                            {"runs/w/10000", "2026-01-01"},
                            {"runs/w/0002", "2026-01-03"}}),
              ElementsAre("runs/w/10000", "runs/w/9999", "runs/w/0002"));
}

TEST(RunAge, RunsOfSeveralPlacesCountByTheirStart) {
  EXPECT_THAT(newest_first({{"a/0003", "2026-01-01T00:00:05.250000Z"},
                            {"b/0001", "2026-01-01T00:00:05Z"},
                            {"b/0002", "2026-01-01T00:00:05.3Z"},
                            {"b/9999", "2026-01-01T00:00:04Z"},
                            {"b/10000", "2026-01-01T00:00:04Z"},
                            {"c", ""}}),
              ElementsAre("b/0002", "a/0003", "b/0001", "b/10000", "b/9999", "c"));
}

TEST(RunAge, ShortNumbersAreNamesOfUsers) {
  EXPECT_THAT(newest_first({{"1", "2026-01-02"}, {"2", "2026-01-01"}}), ElementsAre("1", "2"));
}

TEST(RunAge, TheStartIsThatOfTheProvenanceOrOfTheFirstFile) {
  const ScratchFolder folder;
  EXPECT_EQ(start_of_run(folder.path), "");
  std::ofstream(folder.path / "parfile.yaml") << "a: 1\n";
  EXPECT_THAT(start_of_run(folder.path), ::testing::MatchesRegex("20..-..-..T..:..:..\\.......Z"));
  for (const char* text : {"", "[]", "{\"started\": 7}", "{"}) {
    std::ofstream(folder.path / "provenance.json", std::ios::trunc) << text;
    EXPECT_EQ(start_of_run(folder.path).substr(0, 2), "20") << text;
  }
  std::ofstream(folder.path / "provenance.json", std::ios::trunc) << R"({"started": "then"})";
  EXPECT_EQ(start_of_run(folder.path), "then");
}

TEST(RunAge, TimesHaveMicroseconds) {
  using namespace std::chrono;
  EXPECT_EQ(time_text(system_clock::time_point(seconds(1772366400) + microseconds(42))),
            "2026-03-01T12:00:00.000042Z");
}

TEST(RunName, IsOneVisibleFolderAndOneWordOfAShell) {
  EXPECT_EQ(run_name("some/wave.yaml"), "wave");
  EXPECT_EQ(run_name("wave-2.fine.yaml"), "wave-2.fine");
  EXPECT_EQ(run_name("d=1/w=2.yaml"), "w=2");
  EXPECT_EQ(run_name("...yaml"), "run");
  EXPECT_EQ(run_name("..yaml"), "run");
  EXPECT_EQ(run_name(".yaml"), "yaml");
  EXPECT_EQ(run_name(".hidden.yaml"), "hidden");
  EXPECT_EQ(run_name("-rf.yaml"), "rf");
  EXPECT_EQ(run_name(""), "run");
  EXPECT_EQ(run_name("my wave\n$(x)\t`y`.yaml"), "my_wave___x___y_");
  EXPECT_EQ(run_name("Welle-\xc3\xa4.yaml"), "Welle-\xc3\xa4");
}

}  // namespace
}  // namespace cardon
