// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "chip_control.hpp"
#include "thermal_record.hpp"

namespace cardon {
namespace {

TEST(ChipControl, OneHotSensorSlowsTheChipAndAllMustBeCoolToSpeedItUp) {
  ChipControl control(4, 70);
  EXPECT_EQ(control.next({65, 71, 60}), 2u);
  EXPECT_EQ(control.next({65, 69.5, 60}), 2u) << "within the dead band";
  EXPECT_EQ(control.next({65, 68.9, 60}), 3u);
  EXPECT_EQ(control.next({20, 20, 20}), 3u) << "there is no faster one";
}

TEST(ChipControl, EndsAtTheSlowestAndStaysWithoutSensors) {
  ChipControl control(3, 70);
  for (int n = 0; n < 5; ++n) control.next({90});
  EXPECT_EQ(control.step(), 0u);
  EXPECT_EQ(control.next({}), 0u);
  EXPECT_EQ(ChipControl(1, 70).next({90}), 0u);
}

TEST(ChipControl, TriesAgainWhatCouldNotBeSet) {
  ChipControl control(3, 70);
  EXPECT_EQ(control.next({90}), 1u);
  control.stay_at(2);
  EXPECT_EQ(control.next({90}), 1u);
}

TEST(ChipRecord, AveragesTheLimitOverTime) {
  ChipRecord record(2e9);
  EXPECT_EQ(record.mean_limit(), 1);
  record.add({.seconds = 0, .hottest = 60, .limit = 2e9});
  record.add({.seconds = 10, .hottest = 75, .limit = 1e9});
  record.add({.seconds = 20, .hottest = 70, .limit = 1e9});
  record.add({.seconds = 40, .hottest = 50, .limit = 2e9});
  EXPECT_DOUBLE_EQ(record.mean_limit(), (10 * 1 + 30 * 0.5) / 40);
  EXPECT_EQ(record.changes(), 2);
  EXPECT_EQ(record.hottest(), 75);
}

TEST(ChipRecord, IsToldToRank0) {
  ChipRecord limited(2e9), watched(0);
  limited.add({.seconds = 0, .iteration = 3, .hottest = 60.04, .limit = 2e9, .energy = 0});
  limited.refused();
  limited.add({.seconds = 5, .iteration = 9, .hottest = 61, .limit = 1.5e9, .energy = 120.26});
  watched.add({.seconds = 0, .iteration = 3, .hottest = 44});
  const auto report = report_of_rank({"node7", "measured"}, {&limited, &watched});
  EXPECT_EQ(thermal_table({report}),
            "seconds\titeration\thost\tchip\ttemperature_celsius\tlimit_hertz\tenergy_joules"
            "\tsource\n"
            "0.0\t3\tnode7\t0\t60.0\t2000000000\t0.0\tmeasured\n"
            "5.0\t9\tnode7\t0\t61.0\t1500000000\t120.3\tmeasured\n"
            "0.0\t3\tnode7\t1\t44.0\t\t\tmeasured\n");
  EXPECT_EQ(
      closing_lines({report}),
      (std::vector<std::string>{"temperature: node7, chip 0: at most 61.0 degC; frequency limit "
                                "at 100.0 % on average, 1 change, 1 not possible; 120.3 J",
                                "temperature: node7, chip 1: at most 44.0 degC"}));
  const auto chips = thermal_summary({report})[0]["chips"];
  EXPECT_EQ(chips[0]["energy_joules"], 120.26);
  EXPECT_FALSE(chips[1].contains("mean_limit"));
}

TEST(ChipRecord, SimulatedOnesAreMarkedAndNumberedByHost) {
  ChipRecord chip(0), other(0);
  chip.add({.seconds = 0, .iteration = 3, .hottest = 50});
  other.add({.seconds = 0, .iteration = 3, .hottest = 40});
  const auto hosts = reports_of_hosts({report_of_rank({"node7", "simulated", 0}, {&chip}),
                                       report_of_rank({"node8", "simulated", 0}, {&other}),
                                       report_of_rank({"node7", "simulated", 1}, {&other})});
  EXPECT_EQ(thermal_table(hosts), std::string(thermal_header) +
                                      "0.0\t3\tnode7\t0\t50.0\t\t\tsimulated\n"
                                      "0.0\t3\tnode7\t1\t40.0\t\t\tsimulated\n"
                                      "0.0\t3\tnode8\t0\t40.0\t\t\tsimulated\n");
  EXPECT_EQ(closing_lines(hosts),
            (std::vector<std::string>{"simulated temperature: node7, chip 0: at most 50.0 degC",
                                      "simulated temperature: node7, chip 1: at most 40.0 degC",
                                      "simulated temperature: node8, chip 0: at most 40.0 degC"}));
  EXPECT_EQ(thermal_summary(hosts)[0]["source"], "simulated");
}

TEST(ChipRecord, OfManyChipsTheHottestAreShown) {
  std::vector<nlohmann::json> ranks;
  for (std::size_t n = 0; n < 20; ++n) {
    ChipRecord chip(0);
    chip.add({.hottest = 30 + double(n)});
    ranks.push_back(report_of_rank({"node7", "simulated", n}, {&chip}));
  }
  const auto lines = closing_lines(reports_of_hosts(ranks));
  ASSERT_EQ(lines.size(), 17u);
  EXPECT_EQ(lines.front(), "simulated temperature: node7, chip 19: at most 49.0 degC");
  EXPECT_EQ(lines.back(), "temperature: 4 chips were cooler; see thermal.tsv");
}

}  // namespace
}  // namespace cardon
